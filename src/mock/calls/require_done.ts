import type { DoneOptions } from "./done_options.ts";
import { MockError } from "../mock_error.ts";
import type { ModelCalls } from "./model_calls.ts";
import { requireKnown } from "./require_known.ts";
import { unfinishedRules } from "../rules/unfinished_rules.ts";
import { aDone, aTestId } from "../options/use_shapes.ts";

/**
 * Says what was foreseen and did not happen, and what happened and was not foreseen, a sentence each.
 *
 * @param calls The calls of the model.
 * @param testId One test; by default what any of them used counts.
 * @param options What is let pass.
 * @throws {TypeError} If an argument is none; the message says which.
 * @throws {MockError} `MOCK_FORGOTTEN` if the test was forgotten, or may have been.
 */
export function unfinishedIn(
  { book, journal }: ModelCalls,
  testId: string | undefined,
  options: DoneOptions,
): readonly string[] {
  aTestId(testId, "testId");
  aDone(options, "options");
  if (testId !== undefined) requireKnown(book, testId);
  const unforeseen = options.allowUnmatched ? [] : journal.unforeseen.list(testId);
  return [...unfinishedRules(book, testId), ...unforeseen];
}

/**
 * Makes sure that there are no such sentences.
 *
 * @param sentences The sentences.
 * @throws {MockError} `MOCK_NOT_DONE` if there are.
 */
export function requireDone(sentences: readonly string[]): void {
  if (sentences.length === 0) return;
  const message = `Not all happened as it was foreseen: ${sentences.join("; ")}`;
  throw new MockError("MOCK_NOT_DONE", message);
}
