import { ZERO_USAGE } from "../../turn/usage.ts";
import type { FinishMap } from "../../turn/finish.ts";
import { rawReason } from "../../wire/raw_reason.ts";

/**
 * Gives a provider's word for the end of a turn.
 *
 * @param map The provider's words.
 * @param reason A neutral reason, or a provider's own word, which is given as it is.
 */
export function wordFor(map: FinishMap, reason: string): string {
  return rawReason(map, { reason, raw: reason, usage: ZERO_USAGE, discarded: ZERO_USAGE });
}
