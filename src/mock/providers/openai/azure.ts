import { hexChars } from "../hex_chars.ts";
import { DEFAULT_RETRY_MS, wholeSeconds } from "../limit_use.ts";
import type { Provider } from "../provider.ts";
import { openAi } from "./openai.ts";

const REGION = "East US";

/**
 * Azure's deployments of OpenAI's models: OpenAI's API with headers of Azure's own. What Azure calls a request is a
 * UUID, and what is left of a limit comes back in whole seconds.
 */
export const azureOpenAi: Provider = {
  ...openAi,
  requestId: (seedText) => uuidOf(hexChars(seedText, 32)),
  headers: (facts) => {
    const own = Object.entries(openAi.headers(facts))
      .filter(([name]) => !name.startsWith("openai-"))
      .map(([name, value]) => [
        name,
        name.startsWith("x-ratelimit-reset-") ? wholeSeconds(facts.used.resetMs) : value,
      ]);
    return {
      ...Object.fromEntries(own),
      "apim-request-id": facts.requestId,
      "x-ms-region": REGION,
    };
  },
  problemHeaders: (problem, facts, retryAfterMs = DEFAULT_RETRY_MS) => {
    const told = openAi.problemHeaders?.(problem, facts, retryAfterMs) ?? {};
    return Object.fromEntries(
      Object.entries(told).map(([name, value]) => [
        name,
        name.startsWith("x-ratelimit-reset-") ? wholeSeconds(retryAfterMs) : value,
      ]),
    );
  },
};

/** Writes digits as a UUID of the random kind. */
function uuidOf(digits: string): string {
  const groups = /^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/.exec(digits)!.slice(1);
  const [low, middle, third, fourth, node] = groups as [string, string, string, string, string];
  return `${low}-${middle}-4${third}-8${fourth}-${node}`;
}
