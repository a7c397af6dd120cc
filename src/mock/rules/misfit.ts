import { printable } from "../../printable.ts";
import type { CallFacts, Criteria } from "./criteria.ts";
import type { Gap, Obstacle } from "./gap.ts";
import type { Lookup } from "./lookup.ts";
import type { Rule } from "./rule.ts";

/** Why a rule does not fit a call. */
export interface Misfit {
  /** What does not hold: a criterion, or `state` or `times`, which hold no more. */
  readonly criterion: keyof Criteria | "state" | "times" | "sequence" | "series";
  /** What the rule wants. */
  readonly expected: string;
  /** What the call has. */
  readonly actual: string;
}

/**
 * Describes what keeps a rule from a call.
 *
 * @param gap What does.
 * @param lookup The call.
 */
export function misfitsOf({ booked, obstacles }: Gap, lookup: Lookup): readonly Misfit[] {
  return obstacles.map((obstacle) => ({
    criterion: obstacle === "kind" ? "surface" : obstacle,
    ...difference(obstacle, booked.rule, lookup),
  }));
}

function difference(
  obstacle: Obstacle,
  rule: Rule,
  lookup: Lookup,
): Pick<Misfit, "expected" | "actual"> {
  const { state, facts: { surface } } = lookup;
  switch (obstacle) {
    case "kind":
      return { expected: surfaceOther(surface), actual: shown(surface) };
    case "state":
      return { expected: rule.state!, actual: state.state };
    case "series": {
      const { name, at } = rule.series!;
      return { expected: `use ${at}`, actual: `use ${state.usedSeries(name)}` };
    }
    case "times":
      return { expected: callsUpTo(rule.times!), actual: "all used" };
    case "sequence":
      return { expected: callsUpTo(rule.sequence!.length), actual: "all replies given" };
    default:
      return { expected: shown(rule[obstacle]), actual: actual(obstacle, lookup) };
  }
}

/** The endpoints at which a rule is of use that answers with what this one never gives. */
function surfaceOther(surface: CallFacts["surface"]): string {
  return surface === "embeddings" ? "one that answers with a turn" : '"embeddings"';
}

function callsUpTo(count: number): string {
  return `at most ${count} calls`;
}

function actual(criterion: keyof Criteria, { request, facts }: Lookup): string {
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

const SHOWN_CHARS = 120;

/**
 * Shows a value in a report: its beginning, if it is long.
 *
 * @param value The value.
 */
export function shown(value: unknown): string {
  if (typeof value === "function") return nameOfTest(value.name);
  const text = JSON.stringify(
    value,
    (_, member) => member instanceof RegExp ? String(member) : member,
  );
  return printable(text.length > SHOWN_CHARS ? text.slice(0, SHOWN_CHARS) + "…" : text);
}

/** A function that stands in the rule itself is called by the member's name. */
function nameOfTest(name: string): string {
  return name === "" || name === "test" ? "a test" : `the test ${shown(name)}`;
}
