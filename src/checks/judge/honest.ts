import type { Finish } from "../../turn/finish.ts";
import { isFailure } from "../outcome.ts";
import type { Outcome } from "../outcome.ts";
import type { Trial } from "../rule.ts";

/** The reasons by which an adapter may say that a turn is not whole, if the user accepts that. */
const INCOMPLETE_REASONS: ReadonlySet<string> = new Set(["incomplete", "interrupted"]);

/**
 * Tells whether an adapter reported that a turn is not whole: by an error or, if the user accepts
 * that, by a finish that says so in words.
 */
export function isHonest(outcome: Outcome, trial: Pick<Trial, "settings" | "note">): boolean {
  if (isFailure(outcome)) return true;
  return outcome.kind === "unusable" && isAcceptedFinish(outcome.finish, trial);
}

/** Tells whether a finish says in words that the turn is not whole, and the user accepts that. */
export function isAcceptedFinish(
  { reason }: Pick<Finish, "reason">,
  trial: Pick<Trial, "settings" | "note">,
): boolean {
  if (!trial.settings.lenient || !INCOMPLETE_REASONS.has(reason)) return false;
  trial.note(`lenient: the finish "${reason}" was accepted in place of an error`);
  return true;
}
