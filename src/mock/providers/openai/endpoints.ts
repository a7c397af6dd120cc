import type { HttpCall } from "../../http_call.ts";
import type { Endpoint } from "../endpoint.ts";
import { openAiChat } from "./chat.ts";
import { openAiCompletions } from "./completions.ts";
import { openAiEmbeddings } from "./embeddings.ts";
import { listModels, retrieveModel } from "./models.ts";
import { openAi as provider } from "./openai.ts";
import { RESPONSES_ENDPOINTS } from "./responses/endpoints.ts";

/** OpenAI's endpoints. In Azure's paths a deployment stands for the model. */
export const OPENAI_ENDPOINTS: readonly Endpoint[] = [
  {
    provider,
    method: "POST",
    path: /(?:\/deployments\/(?<deployment>[^/]+))?\/chat\/completions$/,
    surface: openAiChat,
  },
  ...RESPONSES_ENDPOINTS,
  {
    provider,
    method: "POST",
    path: /(?:\/deployments\/(?<deployment>[^/]+))?(?<!\/chat)\/completions$/,
    surface: openAiCompletions,
  },
  {
    provider,
    method: "POST",
    path: /(?:\/deployments\/(?<deployment>[^/]+))?\/embeddings$/,
    answer: openAiEmbeddings,
  },
  {
    provider,
    method: "GET",
    path: /(?<!\/v1(?:alpha|beta))\/models$/,
    when: isOwn,
    answer: listModels,
  },
  {
    provider,
    method: "GET",
    path: /(?<!\/v1(?:alpha|beta))\/models\/(?<model>.+)$/,
    when: isOwn,
    answer: retrieveModel,
  },
];

/** Other providers list their models under the same path; their clients say who they are. */
function isOwn({ headers, query }: Pick<HttpCall, "headers" | "query">): boolean {
  const isGoogles = headers.has("x-goog-api-key") || query.has("key");
  return !isGoogles && !headers.has("anthropic-version");
}
