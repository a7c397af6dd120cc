import type { WireId } from "../../wire/wire.ts";
import { openAiChatSamples } from "./openai_chat/openai_chat.ts";
import type { WireSamples } from "./samples.ts";

const SAMPLES: Readonly<Partial<Record<WireId, WireSamples>>> = {
  "openai-chat": openAiChatSamples,
};

/**
 * Gives the samples of a wire.
 *
 * @throws {TypeError} If there is no such wire; the message names those there are.
 */
export function samplesOf(id: WireId): WireSamples {
  const samples = Object.hasOwn(SAMPLES, id) ? SAMPLES[id] : undefined;
  if (samples) return samples;
  const known = Object.keys(SAMPLES).join(", ");
  throw new TypeError(`Cannot check the wire ${JSON.stringify(id)} as it is not one of: ${known}`);
}
