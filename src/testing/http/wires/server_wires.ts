import type { WireId } from "../../../wire/wire.ts";
import { anthropicServer } from "./anthropic_messages.ts";
import { cohereServer } from "./cohere.ts";
import { geminiServer } from "./gemini.ts";
import { ollamaServer } from "./ollama.ts";
import { openAiChatServer } from "./openai_chat.ts";
import { openAiResponsesServer } from "./openai_responses.ts";
import type { ServerWire } from "./server_wire.ts";

/** What servers must do, wire by wire. */
export const SERVER_WIRES: Readonly<Record<WireId, ServerWire>> = {
  "openai-chat": openAiChatServer,
  "openai-responses": openAiResponsesServer,
  "anthropic-messages": anthropicServer,
  gemini: geminiServer,
  ollama: ollamaServer,
  cohere: cohereServer,
};
