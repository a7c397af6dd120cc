import { anthropicMessagesWire } from "./anthropic_messages/anthropic_messages.ts";
import { cohereWire } from "./cohere/cohere.ts";
import { geminiWire } from "./gemini/gemini.ts";
import { ollamaWire } from "./ollama/ollama.ts";
import { openAiChatWire } from "./openai_chat/openai_chat.ts";
import { openAiResponsesWire } from "./openai_responses/openai_responses.ts";
import type { Wire, WireId } from "./wire.ts";

/** The known wires by id, each as the provider itself speaks it. */
export const WIRES: Readonly<Record<WireId, Wire>> = {
  "openai-chat": openAiChatWire(),
  "openai-responses": openAiResponsesWire(),
  "anthropic-messages": anthropicMessagesWire(),
  "gemini": geminiWire(),
  "ollama": ollamaWire(),
  "cohere": cohereWire(),
};

/**
 * Gives a wire by its id.
 *
 * @param id The id.
 * @throws {TypeError} If there is no such wire; the message names those there are.
 */
export function wireOf(id: WireId): Wire {
  if (Object.hasOwn(WIRES, id)) return WIRES[id];
  throw new TypeError(
    `Cannot use the wire ${JSON.stringify(id)} as it is not one of: ${
      Object.keys(WIRES).join(", ")
    }`,
  );
}
