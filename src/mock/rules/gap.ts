import { isOfKind } from "./answer_kind.ts";
import type { Criteria } from "./criteria.ts";
import type { Lookup } from "./lookup.ts";
import type { Rule } from "./rule.ts";
import type { BookedRule } from "./rule_book.ts";
import type { TestState } from "./test_state.ts";

/** What keeps a rule from a call: a criterion, what it answers with, or what was used. */
export type Obstacle = keyof Criteria | "kind" | "state" | "series" | "times" | "sequence";

/** How far a rule is from fitting a call. */
export interface Gap {
  /** Its place in the list. */
  readonly index: number;
  /** The rule. */
  readonly booked: BookedRule;
  /** How many of its criteria hold. */
  readonly holding: number;
  /** What does not. */
  readonly obstacles: readonly Obstacle[];
}

/**
 * Finds how far a rule is from fitting a call. What it names is described later, as most of it is told to nobody.
 *
 * @param booked The rule.
 * @param index Its place in the list.
 * @param lookup The call.
 */
export function gapOf(booked: BookedRule, index: number, lookup: Lookup): Gap {
  const { rule, tests } = booked;
  const { request, facts, state } = lookup;
  const obstacles: Obstacle[] = [];
  for (const { name, holds } of tests) if (!holds(request, facts)) obstacles.push(name);
  const holding = tests.length - obstacles.length;
  if (!obstacles.includes("surface") && !isOfKind(rule, facts)) obstacles.push("kind");
  const used = usedUp(rule, state);
  if (used !== undefined) obstacles.push(used);
  return { index, booked, holding, obstacles };
}

function usedUp(rule: Rule, state: TestState): Obstacle | undefined {
  const { series, times, sequence, then = "throw" } = rule;
  if (rule.state !== undefined && rule.state !== state.state) return "state";
  if (series !== undefined && state.usedSeries(series.name) !== series.at) return "series";
  if (times !== undefined && state.used(rule) >= times) return "times";
  const isPlayed = sequence !== undefined && state.used(rule) >= sequence.length;
  return isPlayed && (then === "throw" || then === "fall-through") ? "sequence" : undefined;
}
