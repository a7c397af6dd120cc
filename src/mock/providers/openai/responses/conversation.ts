import { arrayOf, isObject, stringOf } from "../../../../wire/json.ts";
import type { JsonObject } from "../../../../wire/json.ts";
import { invalid } from "../../problem.ts";
import type { ProviderProblem } from "../../problem.ts";
import type { StoredTurn, TurnMemory } from "../../turn_memory.ts";
import { itemType } from "./check_items.ts";
import { outputOf, storedItems } from "./stored_items.ts";

/**
 * Gives all items of a request: those of the responses it follows, then its own, references resolved.
 *
 * @param body The request.
 * @param turns What the mock remembers.
 * @throws {ProviderProblem} If OpenAI would refuse them: an unknown response or item, an item that is there
 * twice, a call without its output or an output without its call, reasoning that nothing follows,
 * or what followed reasoning without it.
 */
export function conversationOf(body: JsonObject, turns: TurnMemory): readonly JsonObject[] {
  const earlier = itemsUpTo(previousOf(body, turns));
  const own = resolved(ownItems(body.input), turns);
  checkDoubles(earlier, own);
  checkReasoning(own);
  checkPairs(earlier, own, turns);
  const items = [...earlier, ...own];
  checkCalls(items);
  return items;
}

/** Gives the items that a request brings itself. */
export function ownItems(input: unknown): readonly JsonObject[] {
  if (typeof input === "string") return [{ type: "message", role: "user", content: input }];
  return arrayOf(input).filter(isObject);
}

/**
 * Gives the response that a request follows.
 *
 * @throws {ProviderProblem} If there is no such response.
 */
export function previousOf(body: JsonObject, turns: TurnMemory): StoredTurn | undefined {
  const id = body.previous_response_id ?? undefined;
  if (id === undefined) return undefined;
  const previous = turns.find(stringOf(id));
  if (previous !== undefined) return previous;
  throw invalid(`Previous response with id '${id}' not found.`, "previous_response_id", {
    code: "previous_response_not_found",
  });
}

/** Gives what was said up to a response and with it, the oldest first. */
export function itemsUpTo(last: StoredTurn | undefined): readonly JsonObject[] {
  return chainOf(last).flatMap((turn) => [...turn.input, ...outputOf(turn)]);
}

/** Gives what a response was given to answer: all that was said before it. */
export function itemsBefore(turn: StoredTurn): readonly JsonObject[] {
  return [...itemsUpTo(turn.previous), ...turn.input];
}

/** A chain may be long, so that it is walked and not descended into. */
function chainOf(turn: StoredTurn | undefined): readonly StoredTurn[] {
  const chain: StoredTurn[] = [];
  for (let at = turn; at !== undefined; at = at.previous) chain.push(at);
  return chain.reverse();
}

/** Puts the items in for which references stand; reasoning that is only named counts as one. */
function resolved(items: readonly JsonObject[], turns: TurnMemory): readonly JsonObject[] {
  const known = withReferred(items, turns);
  const lost = known.find((item, index) => item === items[index] && isReference(item));
  if (lost === undefined) return known;
  throw invalid(
    `Item with id '${lost.id}' not found. Items are not persisted when \`store\` is set to false. Try again ` +
      "with `store` set to true, or remove this item from your input.",
    "input",
    { status: 404 },
  );
}

/** Puts those items in for which references stand that the mock remembers; the others stay references. */
export function withReferred(
  items: readonly JsonObject[],
  turns: TurnMemory,
): readonly JsonObject[] {
  const ids = items.filter(isReference).map(({ id }) => stringOf(id));
  if (ids.length === 0) return items;
  const found = storedItems(ids, turns);
  return items.map((item) => (isReference(item) && found.get(stringOf(item.id))?.item) || item);
}

function isReference(item: JsonObject): boolean {
  if (itemType(item) === "item_reference") return true;
  return item.type === "reasoning" && stringOf(item.id) !== "" &&
    stringOf(item.encrypted_content) === "";
}

function checkDoubles(earlier: readonly JsonObject[], own: readonly JsonObject[]): void {
  const ids = new Set(earlier.map(({ id }) => id));
  for (const { id } of own) {
    if (id === undefined || id === null) continue;
    if (ids.has(id)) {
      throw refused(
        `Duplicate item found with id ${id}. Remove duplicate items from your input and try again.`,
      );
    }
    ids.add(id);
  }
}

/** What a model may have said after it had reasoned. */
const SAID = new Set(["reasoning", "function_call", "custom_tool_call", "message"]);

function checkReasoning(items: readonly JsonObject[]): void {
  for (const [index, item] of items.entries()) {
    if (item.type !== "reasoning" || stringOf(item.id) === "") continue;
    const next = items[index + 1];
    const type = next && itemType(next);
    const isSaid = type !== undefined && (type !== "message" || next?.role === "assistant") &&
      (SAID.has(type) || type.endsWith("_call"));
    if (isSaid) continue;
    throw refused(
      `Item '${item.id}' of type 'reasoning' was provided without its required following item.`,
    );
  }
}

/** What followed reasoning in a stored response must come with it. */
function checkPairs(
  earlier: readonly JsonObject[],
  own: readonly JsonObject[],
  turns: TurnMemory,
): void {
  const said = own.filter((item) => item.type !== "reasoning" && stringOf(item.id) !== "");
  const stored = storedItems(said.map(({ id }) => stringOf(id)), turns);
  if (stored.size === 0) return;
  const ids = new Set([...earlier, ...own].map(({ id }) => id));
  for (const item of said) {
    const before = stored.get(stringOf(item.id))?.before;
    if (before?.type !== "reasoning" || ids.has(before.id)) continue;
    throw refused(
      `Item '${item.id}' of type '${
        itemType(item)
      }' was provided without its required 'reasoning' ` +
        `item: '${before.id}'.`,
    );
  }
}

const CALLS: Readonly<Record<string, string>> = {
  function_call: "function call",
  custom_tool_call: "custom tool call",
};

function checkCalls(items: readonly JsonObject[]): void {
  const open = new Map<unknown, string>();
  const known = new Set<unknown>();
  for (const item of items) {
    const type = stringOf(item.type);
    if (Object.hasOwn(CALLS, type)) {
      open.set(item.call_id, CALLS[type]!);
      known.add(item.call_id);
      continue;
    }
    const kind = type.endsWith("_output") ? CALLS[type.slice(0, -"_output".length)] : undefined;
    if (kind === undefined) continue;
    if (!known.has(item.call_id)) {
      throw refused(`No tool call found for ${kind} output with call_id ${item.call_id}.`);
    }
    open.delete(item.call_id);
  }
  for (const [id, kind] of open) throw refused(`No tool output found for ${kind} ${id}.`);
}

function refused(message: string): ProviderProblem {
  return invalid(message, "input");
}
