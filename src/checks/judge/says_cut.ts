import { isWholeturnError } from "../../find_wholeturn_error.ts";
import { requireFlags } from "../arguments.ts";
import { isFailure } from "../outcome.ts";
import type { Outcome } from "../outcome.ts";
import type { TrialSettings } from "../rule.ts";

/** The codes by which an error of this package says that a response was cut. */
const CUT_CODES: readonly string[] = ["INCOMPLETE", "NETWORK", "TRUNCATED_TOOL_ARGUMENTS"];

/**
 * Gives what tells the errors of a cut: a function of the user's, or ours if they are to be strict.
 *
 * @throws {TypeError} If `strictTruncation` is neither a function nor true or false.
 */
export function cutJudge(
  strictTruncation: boolean | ((error: unknown) => boolean),
): ((error: unknown) => boolean) | undefined {
  if (typeof strictTruncation === "function") return strictTruncation;
  requireFlags("check the adapter", { strictTruncation });
  return strictTruncation ? isCutError : undefined;
}

/** Tells whether an error of this package says that a response was cut, also below others. */
function isCutError(error: unknown): boolean {
  return CUT_CODES.some((code) => isWholeturnError(error, code));
}

/** Tells whether an outcome that is honest is also as the user asks errors of a cut to be. */
export function saysCut(
  outcome: Outcome,
  { isCutError }: Pick<TrialSettings, "isCutError">,
): boolean {
  // A finish that says in words that the turn is not whole says enough, where that is accepted.
  if (!isCutError || !isFailure(outcome)) return true;
  return "error" in outcome && isCutError(outcome.error);
}

/** Says which errors are asked for, to stand after "Expected" and before where they are. */
export function cutErrorAsked({ isCutError: asked }: Pick<TrialSettings, "isCutError">): string {
  if (!asked) return "an error";
  if (asked === isCutError) return `an error with one of the codes ${CUT_CODES.join(", ")}`;
  return "an error that 'strictTruncation' takes for one of a cut";
}
