import type { Endpoint } from "../endpoint.ts";
import { openAiChat } from "./chat.ts";
import { openAi } from "./openai.ts";

/** OpenAI's endpoints. */
export const OPENAI_ENDPOINTS: readonly Endpoint[] = [
  { provider: openAi, method: "POST", path: /\/chat\/completions$/, surface: openAiChat },
];
