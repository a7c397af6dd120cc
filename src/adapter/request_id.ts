const NAMES = ["x-request-id", "request-id", "apim-request-id", "x-debug-trace-id"] as const;

/** Finds the provider's id of the request, under the names OpenAI, Anthropic, Azure and Cohere use. */
export function requestIdOf(headers: Headers): string | undefined {
  for (const name of NAMES) {
    const id = headers.get(name);
    if (id) return id;
  }
  return undefined;
}
