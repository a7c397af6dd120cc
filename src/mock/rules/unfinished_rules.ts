import type { BookedRule, RuleBook } from "./rule_book.ts";
import type { TestState } from "./test_state.ts";

/**
 * Names the rules that were foreseen and did not happen: never used, or with a sequence not played to its end.
 * Each as a sentence.
 *
 * @param book The rules.
 * @param testId One test; by default what any of them used counts.
 */
export function unfinishedRules(book: RuleBook, testId?: string): readonly string[] {
  const states = testId === undefined ? book.states : [book.stateOf(testId)];
  return book.rules.flatMap((booked) => {
    const sentence = unfinished(booked, states);
    return sentence === undefined ? [] : [sentence];
  });
}

function unfinished({ rule, name }: BookedRule, states: readonly TestState[]): string | undefined {
  if (rule.optional) return undefined;
  const used = Math.max(0, ...states.map((state) => state.used(rule)));
  const wanted = rule.sequence?.length ?? 1;
  if (used >= wanted) return undefined;
  if (used === 0) return `'${name}' was never used`;
  return `the sequence of '${name}' gave ${used} of its ${wanted} replies`;
}
