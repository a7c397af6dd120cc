import { printable } from "../../printable.ts";
import type { ModelRequest } from "../request/model_request.ts";
import { isOfKind } from "./answer_kind.ts";
import type { CallFacts, Criteria } from "./criteria.ts";
import type { BookedRule, RuleBook } from "./rule_book.ts";

/** Why a rule does not fit a call. */
export interface Misfit {
  /** What does not hold: a criterion, or `state` or `times`, which hold no more. */
  readonly criterion: keyof Criteria | "state" | "times" | "sequence" | "series";
  /** What the rule wants. */
  readonly expected: string;
  /** What the call has. */
  readonly actual: string;
}

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

/** How many near rules a report names. */
const NEAREST = 3;

/**
 * Tells what would answer a call, and of every other rule why it would not.
 *
 * @param book The rules.
 * @param request The request.
 * @param facts What else is known about the call.
 */
export function explain(book: RuleBook, request: ModelRequest, facts: CallFacts): Explanation {
  const pick = book.find(request, facts);
  const rules = book.rules.map((booked, index) => standing(booked, index, book, request, facts));
  const rule = pick?.reply && { index: pick.index, name: pick.name };
  const text = rule
    ? `'${rule.name}' answers ${asked(request, facts)}`
    : missText(rules, request, facts);
  return { rule, rules, text };
}

function standing(
  { rule, name, tests }: BookedRule,
  index: number,
  book: RuleBook,
  request: ModelRequest,
  facts: CallFacts,
): RuleStanding {
  const failed = tests.filter(({ holds }) => !holds(request, facts));
  const misfits: Misfit[] = failed.map(({ name: criterion }) => ({
    criterion,
    expected: shown(rule[criterion]),
    actual: actual(criterion, request, facts),
  }));
  const isElsewhere = failed.some(({ name }) => name === "surface");
  if (!isElsewhere && !isOfKind(rule, facts)) misfits.push(otherKind(facts));
  const state = book.stateOf(facts.testId);
  const used = state.used(rule);
  if (rule.state !== undefined && rule.state !== state.state) {
    misfits.push({ criterion: "state", expected: rule.state, actual: state.state });
  } else if (rule.series !== undefined && state.usedSeries(rule.series.name) !== rule.series.at) {
    const count = String(state.usedSeries(rule.series.name));
    misfits.push({
      criterion: "series",
      expected: `use ${rule.series.at}`,
      actual: `use ${count}`,
    });
  } else if (rule.times !== undefined && used >= rule.times) {
    misfits.push({
      criterion: "times",
      expected: `at most ${rule.times} calls`,
      actual: "all used",
    });
  } else if (rule.sequence !== undefined && used >= rule.sequence.length && isOver(rule.then)) {
    const expected = `at most ${rule.sequence.length} calls`;
    misfits.push({ criterion: "sequence", expected, actual: "all replies given" });
  }
  return { index, name, holding: tests.length - failed.length, misfits };
}

/** A rule whose answer is none for the endpoint of the call. */
function otherKind({ surface }: CallFacts): Misfit {
  const expected = surface === "embeddings" ? "one that answers with a turn" : '"embeddings"';
  return { criterion: "surface", expected, actual: shown(surface) };
}

function isOver(then: string | undefined): boolean {
  return then === undefined || then === "throw" || then === "fall-through";
}

function missText(rules: readonly RuleStanding[], request: ModelRequest, facts: CallFacts): string {
  const over = rules.find(({ misfits }) =>
    misfits.length === 1 && misfits[0]!.criterion === "sequence"
  );
  const head = over === undefined
    ? `No rule of the mock fits ${asked(request, facts)}`
    : `The sequence of '${over.name}' is over, which fits ${asked(request, facts)}`;
  if (rules.length === 0) return `${head}. The mock has no rules.`;
  const nearest = [...rules].sort((a, b) =>
    a.misfits.length - b.misfits.length || b.holding - a.holding || a.index - b.index
  ).slice(0, NEAREST);
  const lines = nearest.map(({ name, misfits }) => {
    const reasons = misfits.map(({ criterion, expected, actual }) =>
      `its '${criterion}' is ${expected}, and here it is ${actual}`
    );
    return `- '${name}': ${reasons.join("; ")}`;
  });
  return `${head}. The nearest rules:\n${lines.join("\n")}`;
}

function asked({ model }: ModelRequest, { surface, prompt }: CallFacts): string {
  return `a call of ${surface} for model ${shown(model)} with the prompt ${shown(prompt)}`;
}

function actual(criterion: keyof Criteria, request: ModelRequest, facts: CallFacts): string {
  switch (criterion) {
    case "model":
      return shown(request.model);
    case "json":
      return shown(facts.form);
    case "tool":
      return shown(facts.tools);
    case "toolResult":
      return shown(facts.toolResults);
    case "headers":
      return `among ${[...facts.headers.keys()].join(", ") || "none"}`;
    case "test":
      return "false";
    default:
      return shown(facts[criterion]);
  }
}

/** A function that stands in the rule itself is called by the member's name. */
function nameOfTest(name: string): string {
  return name === "" || name === "test" ? "a test" : `the test ${shown(name)}`;
}

const SHOWN_CHARS = 120;

function shown(value: unknown): string {
  if (typeof value === "function") return nameOfTest(value.name);
  const text = JSON.stringify(
    value,
    (_, member) => member instanceof RegExp ? String(member) : member,
  );
  return printable(text.length > SHOWN_CHARS ? text.slice(0, SHOWN_CHARS) + "…" : text);
}
