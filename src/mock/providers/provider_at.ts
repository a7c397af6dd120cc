import type { HttpCall } from "../http/http_call.ts";
import { anthropic } from "./anthropic/anthropic.ts";
import { cohere } from "./cohere/cohere.ts";
import { gemini } from "./gemini/gemini.ts";
import { ollama } from "./ollama/ollama.ts";
import { openAi } from "./openai/openai.ts";
import type { Provider } from "./provider.ts";

/** What tells whose API is asked, where the mock has no endpoint: the path, or what the SDKs send. */
interface Mark {
  readonly provider: Provider;
  readonly path: RegExp;
  readonly header?: string;
}

const MARKS: readonly Mark[] = [
  { provider: anthropic, path: /\/v1\/messages(?:\/|$)/, header: "anthropic-version" },
  { provider: gemini, path: /\/v1(?:alpha|beta\d*)\//, header: "x-goog-api-key" },
  { provider: cohere, path: /^\/v2\//, header: "x-fern-sdk-name" },
  // Gateways have the APIs of others below this.
  { provider: ollama, path: /^\/api\/[a-z]+$/ },
];

/**
 * Tells whose API a request is for that is for no endpoint of the mock.
 *
 * @param call The request.
 * @returns The provider; OpenAI where nothing tells, as most APIs are like its.
 */
export function providerAt({ path, headers }: Pick<HttpCall, "path" | "headers">): Provider {
  const mark = MARKS.find(({ header }) => header !== undefined && headers.has(header)) ??
    MARKS.find((mark) => mark.path.test(path));
  return mark?.provider ?? openAi;
}
