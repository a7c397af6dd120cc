import { ANTHROPIC_FINISH_MAP } from "../../../wire/anthropic_messages/finish_map.ts";
import type { JsonObject } from "../../../wire/json.ts";
import type { Answer } from "../../result/answer.ts";
import { wordFor } from "../word_for.ts";

/**
 * Says why a message ended, as Anthropic does.
 *
 * @param answer The answer.
 */
export function messageEnd({ choices, ask }: Answer): JsonObject {
  const { blocks, reason, stopText } = choices[0]!;
  const refusal = blocks.find(({ type }) => type === "refusal");
  const isRefused = refusal !== undefined && reason === "stop";
  const word = isRefused
    ? "refusal"
    : stopText !== undefined
    ? "stop_sequence"
    : wordFor(ANTHROPIC_FINISH_MAP, reason);
  const explanation = refusal?.type === "refusal" ? refusal.text : null;
  return {
    stop_reason: word,
    stop_sequence: word === "stop_sequence" ? stopText ?? ask.stop[0] ?? null : null,
    stop_details: word === "refusal" ? { type: "refusal", category: null, explanation } : null,
  };
}
