import type { WireId } from "../../wire/wire.ts";
import { anthropicMessagesSamples } from "./anthropic_messages/anthropic_messages.ts";
import { cohereSamples } from "./cohere/cohere.ts";
import { geminiSamples } from "./gemini/gemini.ts";
import { ollamaSamples } from "./ollama/ollama.ts";
import { openAiChatSamples } from "./openai_chat/openai_chat.ts";
import { openAiResponsesSamples } from "./openai_responses/openai_responses.ts";
import type { WireSamples } from "./samples.ts";

/** The samples of every wire. */
export const SAMPLES: Readonly<Record<WireId, WireSamples>> = {
  "openai-chat": openAiChatSamples,
  "openai-responses": openAiResponsesSamples,
  "anthropic-messages": anthropicMessagesSamples,
  "gemini": geminiSamples,
  "ollama": ollamaSamples,
  "cohere": cohereSamples,
};

/**
 * Gives the samples of a wire.
 *
 * @throws {TypeError} If there is no such wire; the message names those there are.
 */
export function samplesOf(id: WireId): WireSamples {
  if (Object.hasOwn(SAMPLES, id)) return SAMPLES[id];
  const known = Object.keys(SAMPLES).join(", ");
  throw new TypeError(`Cannot check the wire ${JSON.stringify(id)} as it is not one of: ${known}`);
}
