import { describeError, describeOutcome, describeUsage } from "../outcome.ts";
import type { Outcome } from "../outcome.ts";
import { canonical } from "../same_turn.ts";
import type { ExpectedCall, ExpectedTurn } from "../samples/samples.ts";

/**
 * Finds out where an adapter's reading differs from what was sent.
 *
 * @param expected What was sent.
 * @param outcome What the adapter made of it.
 * @returns What it did instead, to stand after "but"; `undefined` if it read as expected.
 */
export function differenceFrom(expected: ExpectedTurn, outcome: Outcome): string | undefined {
  const actual = tellOutcome(outcome);
  // A finish with the right reason is not enough: what it ends must make a turn.
  if (outcome.kind !== "turn") return actual;
  const { turn } = outcome;
  const { text = turn.text, reason = turn.finish.reason, usage, reasoning, toolCalls } = expected;
  if (turn.text !== text || turn.finish.reason !== reason) return actual;
  if (usage && describeUsage(usage) !== describeUsage(turn.finish.usage)) return actual;
  const calls = turn.toolCalls.map((call) => ({
    name: call.name,
    arguments: JSON.parse(call.arguments) as unknown,
  }));
  if (toolCalls && !sameCalls(calls, toolCalls)) return actual;
  const thought = turn.reasoning.map((block) => block.text).join("");
  const isKept = reasoning === undefined || thought === "" || thought === reasoning;
  return isKept ? undefined : `it gave the reasoning ${JSON.stringify(thought)}`;
}

/** Says what a sample pins down, to stand after "Expected". */
export function describeExpected(expected: ExpectedTurn): string {
  const { text, toolCalls, reasoning, reason, usage } = expected;
  const parts: string[] = [];
  if (text !== undefined) parts.push(`text ${JSON.stringify(text)}`);
  if (reasoning !== undefined) parts.push(`reasoning ${JSON.stringify(reasoning)}`);
  if (toolCalls !== undefined) parts.push(describeCalls(toolCalls));
  if (reason !== undefined) parts.push(`reason "${reason}"`);
  if (usage !== undefined) parts.push(`usage ${describeUsage(usage)}`);
  return parts.length === 0 ? "a whole turn" : `a turn with ${parts.join(", ")}`;
}

/** Says what an adapter did, and for a finish that makes no turn also why it makes none. */
export function tellOutcome(outcome: Outcome): string {
  const told = describeOutcome(outcome);
  return outcome.kind === "unusable" ? `${told} (${describeError(outcome.error)})` : told;
}

function sameCalls(left: readonly ExpectedCall[], right: readonly ExpectedCall[]): boolean {
  return JSON.stringify(canonical(left)) === JSON.stringify(canonical(right));
}

function describeCalls(calls: readonly ExpectedCall[]): string {
  if (calls.length === 0) return "no tool call";
  const shown = calls.map((call) => `${call.name}(${JSON.stringify(call.arguments)})`);
  return `${calls.length === 1 ? "tool call" : "tool calls"} ${shown.join(" ")}`;
}
