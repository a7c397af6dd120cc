import { arrayOf, isObject, providerError, stringOf } from "../wire/json.ts";
import type { JsonObject } from "../wire/json.ts";
import type { ProviderProblem } from "./provider_problem.ts";

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
  const { type, code } = problem.error;
  const isNamed = [type, code].some((kind) => providerError({ type: kind }).code === "QUOTA");
  return isNamed || problem.details.some(isDayQuota);
}

function isDayQuota(detail: JsonObject): boolean {
  if (!stringOf(detail["@type"]).endsWith("QuotaFailure")) return false;
  return arrayOf(detail.violations).some((violation) =>
    isObject(violation) && /per_?day/i.test(stringOf(violation.quotaId))
  );
}
