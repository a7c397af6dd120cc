import { arrayOf, isObject } from "../../../../wire/json.ts";
import type { JsonObject } from "../../../../wire/json.ts";
import { invalid } from "../../problem.ts";
import { turnsOf } from "./turns.ts";
import type { Turn } from "./turns.ts";

const ROLES: readonly unknown[] = [undefined, "", "user", "model", "function"];

/**
 * Refuses a conversation in which a role is none, or calls and what functions gave do not fit together.
 *
 * @param contents What was said, each checked by itself.
 * @throws {ProviderProblem} If Gemini would refuse it.
 */
export function checkConversation(contents: readonly JsonObject[]): void {
  if (contents.some(({ role }) => !ROLES.includes(role))) {
    throw invalid("Please use a valid role: user, model.");
  }
  const turns = turnsOf(contents);
  for (const [index, turn] of turns.entries()) {
    const before = turns[index - 1];
    checkCalls(turn, before);
    checkResponses(turn, before);
  }
}

/** Calls may follow what a user said or what functions gave, and nothing else. */
function checkCalls(turn: Turn, before: Turn | undefined): void {
  if (count(turn, "functionCall") === 0) return;
  if (before !== undefined && !before.isModel) return;
  throw invalid(
    "Please ensure that function call turn comes immediately after a user turn or after a function response turn.",
  );
}

function checkResponses(turn: Turn, before: Turn | undefined): void {
  const responses = count(turn, "functionResponse");
  const calls = before === undefined ? 0 : count(before, "functionCall");
  if (responses > 0 && calls === 0) {
    throw invalid(
      "Please ensure that function response turn comes immediately after a function call turn.",
    );
  }
  if (responses === calls) return;
  throw invalid(
    "Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.",
  );
}

/**
 * Counts the parts of a kind.
 *
 * @param said What was said.
 * @param member The member by which the kind is told.
 */
export function count({ parts }: { readonly parts?: unknown }, member: string): number {
  return arrayOf(parts).filter((part) => isObject(part) && isObject(part[member])).length;
}
