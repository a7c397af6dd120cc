import type { ModelRequest } from "../request/model_request.ts";
import type { CallFacts } from "./criteria.ts";
import { gapOf } from "./gap.ts";
import { type Misfit, misfitsOf } from "./misfit.ts";
import { asked, missReport } from "./miss_report.ts";
import type { RuleBook } from "./rule_book.ts";

/** How a rule stands to a call. */
export interface RuleStanding {
  /** Its place in the list. */
  readonly index: number;
  /** What reports call it. */
  readonly name: string;
  /** How many of its criteria hold. */
  readonly holding: number;
  /** What does not hold; empty for a rule that fits. */
  readonly misfits: readonly Misfit[];
}

/** What would answer a call, and why. */
export interface Explanation {
  /** The rule that would answer; `undefined` if none. */
  readonly rule: { readonly index: number; readonly name: string } | undefined;
  /** How every rule stands to the call, in order. */
  readonly rules: readonly RuleStanding[];
  /** The same for a person to read. */
  readonly text: string;
}

/**
 * Tells what would answer a call, and of every other rule why it would not.
 *
 * @param book The rules.
 * @param request The request.
 * @param facts What else is known about the call.
 */
export function explain(book: RuleBook, request: ModelRequest, facts: CallFacts): Explanation {
  const pick = book.find(request, facts);
  const lookup = { request, facts, state: book.stateOf(facts.testId) };
  const rules = book.rules.map((booked, index) => {
    const gap = gapOf(booked, index, lookup);
    const { holding } = gap;
    return { index, name: booked.name, holding, misfits: misfitsOf(gap, lookup) };
  });
  const rule = pick?.reply && { index: pick.index, name: pick.name };
  const text = rule ? `'${rule.name}' answers ${asked(lookup)}` : missReport(book, request, facts);
  return { rule, rules, text };
}
