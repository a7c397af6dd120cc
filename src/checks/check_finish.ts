import { isNeutralReason } from "../turn/finish.ts";
import type { Finish } from "../turn/finish.ts";
import { isZeroUsage } from "../turn/usage.ts";
import type { OtherRuleId } from "./other_rules.ts";
import { showValue } from "./show_value.ts";
import { ContractViolation } from "./violation.ts";

const RULE: OtherRuleId = "finish";

/**
 * Checks the end of a turn as an adapter gives it: the reason is neutral, or the provider's own word
 * passed through; it is never empty; and nothing is discarded, since a live adapter throws no
 * attempt away.
 *
 * @example An empty reason
 * ```ts
 * import { checkFinish, ZERO_USAGE } from "@wholeturn/wholeturn";
 * import { assertThrows } from "@std/assert";
 *
 * checkFinish({ reason: "stop", raw: "end_turn", usage: ZERO_USAGE, discarded: ZERO_USAGE });
 * assertThrows(() => checkFinish({ reason: "", raw: "", usage: ZERO_USAGE, discarded: ZERO_USAGE }));
 * ```
 *
 * @param finish The end of a turn.
 * @throws {ContractViolation} If it breaks the rule.
 * @throws {TypeError} If it is no finish at all.
 */
export function checkFinish(finish: Finish): void {
  if (typeof finish?.reason !== "string" || typeof finish.raw !== "string") {
    throw new TypeError(
      "Cannot check the finish as it must be { reason, raw, usage, discarded } with texts as reason " +
        `and raw: current value is ${showValue(finish)}`,
    );
  }
  const { reason, raw, discarded } = finish;
  if (reason === "") {
    fail('a reason that is never empty ("stop" where the provider gives none)', "it was empty");
  }
  if (!isNeutralReason(reason) && reason !== raw) {
    fail(
      "a neutral reason or the provider's own word passed through",
      `reason was ${JSON.stringify(reason)} and raw ${JSON.stringify(raw)}`,
    );
  }
  if (!discarded || !isZeroUsage(discarded)) {
    fail(
      "nothing discarded, as a live adapter throws no attempt away",
      `discarded was ${showValue(discarded)}`,
    );
  }
}

function fail(expected: string, actual: string): never {
  throw new ContractViolation({ rule: RULE, expected, actual });
}
