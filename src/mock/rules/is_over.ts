import type { Rule } from "./rule.ts";
import type { TestState } from "./test_state.ts";

/** Tells whether a rule may at some time fit no more call of a test. */
export function isLimited({ series, times, then }: Rule): boolean {
  return series !== undefined || times !== undefined || then === "fall-through";
}

/**
 * Tells whether a rule can fit no more call of a test, whatever comes.
 *
 * @param rule The rule.
 * @param state What the test has used so far.
 */
export function isOver(rule: Rule, state: TestState): boolean {
  const { series, times, sequence, then } = rule;
  if (series !== undefined && state.usedSeries(series.name) > series.at) return true;
  const replies = then === "fall-through" ? sequence?.length : undefined;
  if (times === undefined && replies === undefined) return false;
  const used = state.used(rule);
  return (times !== undefined && used >= times) || (replies !== undefined && used >= replies);
}

/**
 * Tells whether a rule fits no call of a test as things are now, and may fit one later.
 *
 * @param rule The rule.
 * @param state What the test has used so far.
 */
export function isWaiting({ state: wanted, series }: Rule, state: TestState): boolean {
  if (wanted !== undefined && wanted !== state.state) return true;
  return series !== undefined && state.usedSeries(series.name) < series.at;
}
