import type { WireId } from "../../wire/wire.ts";
import { anthropicMessagesRequest } from "./anthropic_messages.ts";
import { cohereRequest } from "./cohere.ts";
import { geminiRequest } from "./gemini.ts";
import type { BuildRequest } from "./http_request.ts";
import { ollamaRequest } from "./ollama.ts";
import { openAiChatRequest } from "./openai_chat.ts";
import { openAiResponsesRequest } from "./openai_responses.ts";

/** How each wire's requests are built. */
export const REQUESTS: Readonly<Record<WireId, BuildRequest>> = {
  "openai-chat": openAiChatRequest,
  "openai-responses": openAiResponsesRequest,
  "anthropic-messages": anthropicMessagesRequest,
  gemini: geminiRequest,
  ollama: ollamaRequest,
  cohere: cohereRequest,
};
