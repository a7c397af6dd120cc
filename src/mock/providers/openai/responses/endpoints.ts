import type { Endpoint } from "../../endpoint.ts";
import { openAi } from "../openai.ts";
import { cancel, countInputTokens, listInputItems, remove, retrieve } from "./data_answers.ts";
import { openAiResponses } from "./responses.ts";

const ONE = /\/responses\/(?<id>[^/]+)$/;

/** The endpoints of OpenAI's responses. */
export const RESPONSES_ENDPOINTS: readonly Endpoint[] = [
  { provider: openAi, method: "POST", path: /\/responses$/, surface: openAiResponses },
  {
    provider: openAi,
    method: "POST",
    path: /\/responses\/input_tokens$/,
    answer: countInputTokens,
  },
  { provider: openAi, method: "POST", path: /\/responses\/(?<id>[^/]+)\/cancel$/, answer: cancel },
  { provider: openAi, method: "GET", path: ONE, answer: retrieve },
  { provider: openAi, method: "DELETE", path: ONE, answer: remove },
  {
    provider: openAi,
    method: "GET",
    path: /\/responses\/(?<id>[^/]+)\/input_items$/,
    answer: listInputItems,
  },
];
