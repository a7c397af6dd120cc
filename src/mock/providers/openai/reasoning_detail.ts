import type { JsonObject } from "../../../wire/json.ts";
import type { ReasoningBlock } from "../../result/answer_choice.ts";

/**
 * Gives the proof or the encrypted form of a piece of reasoning as OpenRouter tells it; `undefined` if it has
 * neither. OpenAI's own chat completions have no place for them.
 *
 * @param block The piece.
 * @param text What of its text stands beside the proof.
 * @param index Its number.
 */
export function reasoningDetail(
  { signature, redacted }: ReasoningBlock,
  text: string,
  index: number,
): JsonObject | undefined {
  if (redacted !== undefined) {
    return { type: "reasoning.encrypted", data: redacted, id: null, format: "unknown", index };
  }
  if (signature === undefined) return undefined;
  return { type: "reasoning.text", text, signature, id: null, format: "unknown", index };
}
