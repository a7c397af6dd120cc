import type { Usage } from "./usage.ts";
import { ZERO_USAGE } from "./usage.ts";

/** The reasons every provider's own words are mapped onto. */
export type NeutralReason = "stop" | "tool_use" | "length" | "filtered";

/** The end of a turn. */
export interface Finish {
  /**
   * Why the turn ended: a neutral reason, or the provider's own word passed through, which then
   * equals `raw`. Never empty: a turn the provider ended without a word is `"stop"`.
   *
   * It does not decide whether tools are to be run; the turn's calls do. Gemini and Ollama end a
   * turn with calls by their word for `"stop"`, and so does OpenAI where a tool was forced.
   */
  readonly reason: string;
  /** The provider's own word; empty if it gave none. */
  readonly raw: string;
  /** The tokens of the turn. */
  readonly usage: Usage;
  /** The tokens of thrown-away attempts; all zero from a live adapter, which throws none away. */
  readonly discarded: Usage;
}

const NEUTRAL: ReadonlySet<string> = new Set(["stop", "tool_use", "length", "filtered"]);

/**
 * Tells whether a reason is one of the four neutral ones.
 *
 * @example
 * ```ts
 * import { isNeutralReason } from "@wholeturn/wholeturn";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(isNeutralReason("tool_use"), true);
 * assertEquals(isNeutralReason("pause_turn"), false); // the provider's own word
 * ```
 *
 * @param reason The reason of a finish.
 */
export function isNeutralReason(reason: string): reason is NeutralReason {
  return NEUTRAL.has(reason);
}

/** How a provider's words for the end of a turn map onto the neutral ones. */
export type FinishMap = Readonly<Record<string, NeutralReason>>;

/**
 * Builds the end of a turn from the provider's word.
 *
 * @param map The provider's words; others pass through as they are.
 * @param raw The provider's word; empty if it gave none.
 * @param usage The tokens of the turn.
 */
export function finishFrom(map: FinishMap, raw: string, usage: Usage = ZERO_USAGE): Finish {
  const reason = raw === "" ? "stop" : Object.hasOwn(map, raw) ? map[raw]! : raw;
  return { reason, raw, usage, discarded: ZERO_USAGE };
}
