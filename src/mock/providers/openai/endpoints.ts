import type { Endpoint } from "../endpoint.ts";
import { openAiChat } from "./chat.ts";
import { openAiCompletions } from "./completions.ts";
import { openAiEmbeddings } from "./embeddings.ts";
import { listModels, retrieveModel } from "./models.ts";
import { openAi as provider } from "./openai.ts";
import { RESPONSES_ENDPOINTS } from "./responses/endpoints.ts";

/**
 * OpenAI's endpoints. In Azure's paths a deployment stands for the model. The providers that list their models
 * under the same path are asked before this one.
 */
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
  { provider, method: "GET", path: /\/models$/, answer: listModels },
  { provider, method: "GET", path: /\/models\/(?<model>.+)$/, answer: retrieveModel },
];
