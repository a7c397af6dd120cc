import { isFailure } from "../outcome.ts";
import type { Outcome } from "../outcome.ts";
import type { TrialSettings } from "../rule.ts";

/** The reasons by which an adapter may say that a turn is not whole, if the user accepts that. */
const INCOMPLETE_REASONS: ReadonlySet<string> = new Set(["incomplete", "interrupted"]);

/**
 * Tells whether an adapter reported that a turn is not whole: by an error or, if the user accepts
 * that, by a finish that says so in words.
 */
export function isHonest(outcome: Outcome, { lenient }: Pick<TrialSettings, "lenient">): boolean {
  if (isFailure(outcome)) return true;
  return lenient && outcome.kind === "unusable" && INCOMPLETE_REASONS.has(outcome.finish.reason);
}
