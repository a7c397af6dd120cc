import type { BookedRule, RuleBook } from "./rule_book.ts";

/**
 * Names the rules that were foreseen and did not happen: never used, or with a sequence not played to its end.
 * Each as a sentence.
 *
 * @param book The rules.
 * @param testId One test; by default what any of them used counts.
 */
export function unfinishedRules(book: RuleBook, testId?: string): readonly string[] {
  const state = testId === undefined ? undefined : book.stateOf(testId);
  return book.rules.flatMap((booked) => {
    const { rule } = booked;
    const sentence = unfinished(booked, state?.used(rule) ?? book.mostUsed(rule));
    return sentence === undefined ? [] : [sentence];
  });
}

function unfinished({ rule, name }: BookedRule, used: number): string | undefined {
  if (rule.optional) return undefined;
  const wanted = rule.sequence?.length ?? 1;
  if (used >= wanted) return undefined;
  if (used === 0) return `'${name}' was never used`;
  return `the sequence of '${name}' gave ${used} of its ${wanted} replies`;
}
