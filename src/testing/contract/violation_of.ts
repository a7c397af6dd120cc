import { type ContractViolation, isViolation } from "../../checks/violation.ts";
import { broken, thrownText } from "./expectations.ts";

/** Gives a violation that was thrown; undefined for anything else, also for what only looks like one. */
export function violationOf(error: unknown): ContractViolation | undefined {
  try {
    return isViolation(error) && typeof error.with === "function" ? error : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Makes a violation of whatever was thrown.
 *
 * @param error What was thrown.
 * @param rule What it broke.
 * @param call The call that threw it, if it is known.
 */
export function asViolation(error: unknown, rule: string, call?: string): ContractViolation {
  const violation = violationOf(error) ??
    broken(
      `${call ?? "the store"} to do what it is asked for`,
      `it threw ${thrownText(error)}`,
      error,
    );
  return violation.with({ rule });
}
