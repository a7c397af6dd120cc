import type { HttpCall } from "../../http/http_call.ts";
import type { Endpoint } from "../endpoint.ts";
import { anthropic } from "./anthropic.ts";
import { countTokens, listModels, retrieveModel } from "./data_answers.ts";
import { anthropicMessages } from "./messages.ts";

/** OpenAI has models at the same path. */
function isAnthropic({ headers }: Pick<HttpCall, "headers">): boolean {
  return headers.has("anthropic-version");
}

/** Anthropic's endpoints. */
export const ANTHROPIC_ENDPOINTS: readonly Endpoint[] = [
  { provider: anthropic, method: "POST", path: /\/v1\/messages$/, surface: anthropicMessages },
  {
    provider: anthropic,
    method: "POST",
    path: /\/v1\/messages\/count_tokens$/,
    answer: countTokens,
  },
  { provider: anthropic, method: "GET", path: /\/models$/, when: isAnthropic, answer: listModels },
  {
    provider: anthropic,
    method: "GET",
    path: /\/models\/(?<id>[^/]+)$/,
    when: isAnthropic,
    answer: retrieveModel,
  },
];
