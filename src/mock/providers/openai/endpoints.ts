import type { Endpoint } from "../endpoint.ts";
import { openAiChat } from "./chat.ts";
import { openAi } from "./openai.ts";
import { RESPONSES_ENDPOINTS } from "./responses/endpoints.ts";

/** OpenAI's endpoints. In Azure's paths a deployment stands for the model. */
export const OPENAI_ENDPOINTS: readonly Endpoint[] = [
  {
    provider: openAi,
    method: "POST",
    path: /(?:\/deployments\/(?<deployment>[^/]+))?\/chat\/completions$/,
    surface: openAiChat,
  },
  ...RESPONSES_ENDPOINTS,
];
