import type { Endpoint } from "../endpoint.ts";
import { azureOpenAi as azure } from "./azure.ts";
import { openAiChat } from "./chat.ts";
import { openAiCompletions } from "./completions.ts";
import { openAiEmbeddings } from "./embeddings.ts";
import { listModels, retrieveModel } from "./models.ts";
import { openAi as provider } from "./openai.ts";
import { RESPONSES_ENDPOINTS } from "./responses/endpoints.ts";

/** Azure's paths, in which a deployment stands for the model. */
const AZURE_ENDPOINTS: readonly Endpoint[] = [
  {
    provider: azure,
    method: "POST",
    path: /\/deployments\/(?<deployment>[^/]+)\/chat\/completions$/,
    surface: { ...openAiChat, provider: azure },
  },
  {
    provider: azure,
    method: "POST",
    path: /\/deployments\/(?<deployment>[^/]+)\/completions$/,
    surface: { ...openAiCompletions, provider: azure },
  },
  {
    provider: azure,
    method: "POST",
    path: /\/deployments\/(?<deployment>[^/]+)\/embeddings$/,
    answer: openAiEmbeddings,
  },
];

/**
 * OpenAI's endpoints, Azure's before them. The providers that list their models under the same path are asked before
 * this one.
 */
export const OPENAI_ENDPOINTS: readonly Endpoint[] = [
  ...AZURE_ENDPOINTS,
  { provider, method: "POST", path: /\/chat\/completions$/, surface: openAiChat },
  ...RESPONSES_ENDPOINTS,
  { provider, method: "POST", path: /(?<!\/chat)\/completions$/, surface: openAiCompletions },
  { provider, method: "POST", path: /\/embeddings$/, answer: openAiEmbeddings },
  { provider, method: "GET", path: /\/models$/, answer: listModels },
  { provider, method: "GET", path: /\/models\/(?<model>.+)$/, answer: retrieveModel },
];
