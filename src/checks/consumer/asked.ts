import type { Lab } from "../lab/lab.ts";
import type { Trial } from "../rule.ts";
import type { ContractViolation } from "../violation.ts";

const NOTHING_SENT = "no request was sent";

/**
 * Makes sure that the adapter has sent the lab a request: without one, nothing that is said about
 * it would mean anything.
 *
 * @param trial The trial.
 * @param before How many requests the lab had before.
 * @param did What the adapter did instead, to stand after "but".
 * @throws {ContractViolation} If it has sent none.
 */
export function expectAsked(trial: Trial, before = 0, did?: string): void {
  if (trial.lab.exchanges.length > before) return;
  trial.fail({ expected: "a request to the provider", actual: unasked(trial.lab, did) });
}

/**
 * Says of a violation that no request was sent, and what to do about it: whatever the adapter did, it
 * did not do it to an answer of the lab.
 */
export function withoutRequest(violation: ContractViolation, lab: Lab): ContractViolation {
  const { actual } = violation;
  if (actual.includes(NOTHING_SENT)) return violation;
  return violation.with({ actual: unasked(lab, actual) });
}

/** Says that no request was sent, after what the adapter did. */
export function unasked({ reachedBy }: Pick<Lab, "reachedBy">, did?: string): string {
  const opening = did === undefined ? "" : `${did}, and `;
  return `${opening}${NOTHING_SENT}: ${reachedBy}`;
}
