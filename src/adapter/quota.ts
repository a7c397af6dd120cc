import { arrayOf, isObject, stringOf } from "../wire/json.ts";
import type { JsonObject } from "../wire/json.ts";
import type { ProviderProblem } from "./provider_problem.ts";

const QUOTA_KINDS: ReadonlySet<string> = new Set([
  "insufficient_quota",
  "billing_hard_limit_reached",
  "billing_not_active",
  "billing_error",
]);

/**
 * Tells whether a failure is one that waiting does not mend: the money is used up, or Gemini's
 * quota of the day.
 *
 * @param status The HTTP status.
 * @param problem What the provider says.
 */
export function isQuota(status: number, problem: ProviderProblem | undefined): boolean {
  if (status === 402) return true;
  if (!problem) return false;
  return problem.kinds.some((kind) => QUOTA_KINDS.has(kind)) ||
    problem.details.some(isDayQuota);
}

function isDayQuota(detail: JsonObject): boolean {
  if (!stringOf(detail["@type"]).endsWith("QuotaFailure")) return false;
  return arrayOf(detail.violations).some((violation) =>
    isObject(violation) && /per_?day/i.test(stringOf(violation.quotaId))
  );
}
