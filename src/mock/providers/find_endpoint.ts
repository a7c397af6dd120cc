import type { HttpCall } from "../http_call.ts";
import { ANTHROPIC_ENDPOINTS } from "./anthropic/endpoints.ts";
import { COHERE_ENDPOINTS } from "./cohere/endpoints.ts";
import type { Endpoint } from "./endpoint.ts";
import { GEMINI_ENDPOINTS } from "./gemini/endpoints.ts";
import { OLLAMA_ENDPOINTS } from "./ollama/endpoints.ts";
import { OPENAI_ENDPOINTS } from "./openai/endpoints.ts";

/**
 * All endpoints. Where several providers have the same path, those that look at headers or at
 * more of the path are first.
 */
const ENDPOINTS: readonly Endpoint[] = [
  ...ANTHROPIC_ENDPOINTS,
  ...COHERE_ENDPOINTS,
  ...GEMINI_ENDPOINTS,
  ...OLLAMA_ENDPOINTS,
  ...OPENAI_ENDPOINTS,
];

/** An endpoint, and the parameters in the path that led to it. */
export interface FoundEndpoint {
  /** The endpoint. */
  readonly endpoint: Endpoint;
  /** The named parts of the path. */
  readonly params: Readonly<Record<string, string>>;
}

/**
 * Finds the endpoint that a request is for; `undefined` if there is none.
 *
 * @param call The request.
 */
export function findEndpoint(
  call: Pick<HttpCall, "method" | "path" | "query" | "headers">,
): FoundEndpoint | undefined {
  const { method, path } = call;
  for (const endpoint of ENDPOINTS) {
    if (endpoint.method !== method) continue;
    const match = endpoint.path.exec(path);
    if (match === null || endpoint.when?.(call) === false) continue;
    return { endpoint, params: { ...match.groups } };
  }
  return undefined;
}
