import type { ModelRequest } from "../request/model_request.ts";
import type { CallFacts } from "./criteria.ts";
import { type Gap, gapOf } from "./gap.ts";
import type { Lookup } from "./lookup.ts";
import { misfitsOf, shown } from "./misfit.ts";
import type { RuleBook } from "./rule_book.ts";

/** How many near rules are named. */
const NEAREST = 3;

/**
 * Says that no rule answers a call, and of the nearest ones why not.
 *
 * @param book The rules.
 * @param request The request.
 * @param facts What else is known about the call.
 */
export function missReport(book: RuleBook, request: ModelRequest, facts: CallFacts): string {
  const lookup = { request, facts, state: book.stateOf(facts.testId) };
  const gaps = book.rules.map((booked, index) => gapOf(booked, index, lookup));
  const over = gaps.find(({ obstacles }) => obstacles.length === 1 && obstacles[0] === "sequence");
  const head = over === undefined
    ? `No rule of the mock fits ${asked(lookup)}`
    : `The sequence of '${over.booked.name}' is over, which fits ${asked(lookup)}`;
  if (gaps.length === 0) return `${head}. The mock has no rules.`;
  const lines = nearestOf(gaps).map((gap) => `- '${gap.booked.name}': ${reasons(gap, lookup)}`);
  return `${head}. The nearest rules:\n${lines.join("\n")}`;
}

/** Those with the fewest obstacles first; of them those of which the most holds. */
function nearestOf(gaps: readonly Gap[]): readonly Gap[] {
  return [...gaps].sort((a, b) =>
    a.obstacles.length - b.obstacles.length || b.holding - a.holding || a.index - b.index
  ).slice(0, NEAREST);
}

function reasons(gap: Gap, lookup: Lookup): string {
  return misfitsOf(gap, lookup).map(({ criterion, expected, actual }) =>
    `its '${criterion}' is ${expected}, and here it is ${actual}`
  ).join("; ");
}

/** Says what was asked. */
export function asked({ request: { model }, facts: { surface, prompt } }: Lookup): string {
  return `a call of ${surface} for model ${shown(model)} with the prompt ${shown(prompt)}`;
}
