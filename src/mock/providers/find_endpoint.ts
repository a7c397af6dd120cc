import type { HttpCall } from "../http/http_call.ts";
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

/** What of a request its endpoint is found by. */
export type Addressed = Pick<HttpCall, "method" | "path" | "query" | "headers">;

/**
 * Finds the endpoint that a request is for; `undefined` if there is none.
 *
 * @param call The request.
 */
export function findEndpoint(call: Addressed): FoundEndpoint | undefined {
  return firstFor(call, endpointsAt(call.method, call.path));
}

/**
 * Gives the methods that there are at a path. Where a part of the path is any name, it may be meant for something else.
 *
 * @param path The path.
 */
export function methodsAt(path: string): readonly string[] {
  const found = ENDPOINTS.filter((endpoint) => {
    const match = endpoint.path.exec(path);
    return match !== null && match.groups === undefined;
  });
  return [...new Set(found.map(({ method }) => method))];
}

function endpointsAt(method: string, path: string): readonly FoundEndpoint[] {
  return ENDPOINTS.flatMap((endpoint) => {
    const match = endpoint.method === method ? endpoint.path.exec(path) : null;
    return match === null ? [] : [{ endpoint, params: { ...match.groups } }];
  });
}

function firstFor(call: Addressed, found: readonly FoundEndpoint[]): FoundEndpoint | undefined {
  return found.find(({ endpoint }) => endpoint.when?.(call) !== false);
}

/** How many addresses are remembered. */
const MAX_KNOWN = 1000;

/** Finds endpoints as {@linkcode findEndpoint} does, and remembers which there are at an address. */
export class EndpointFinder {
  readonly #known: Map<string, readonly FoundEndpoint[]> = new Map();

  /** Finds the endpoint that a request is for; `undefined` if there is none. */
  find(call: Addressed): FoundEndpoint | undefined {
    const { method, path } = call;
    const address = `${method} ${path}`;
    const known = this.#known.get(address);
    if (known !== undefined) return firstFor(call, known);
    const found = endpointsAt(method, path);
    if (this.#known.size === MAX_KNOWN) this.#known.clear();
    this.#known.set(address, found);
    return firstFor(call, found);
  }
}
