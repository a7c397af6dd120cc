import { arrayOf, isObject, stringOf } from "../../../../wire/json.ts";
import type { JsonObject } from "../../../../wire/json.ts";
import type { StoredTurn, TurnMemory } from "../../turn_memory.ts";

/** An item that the mock remembers. */
export interface StoredItem {
  /** The item. */
  readonly item: JsonObject;
  /** What the model said right before it, if it is of a response and not its first. */
  readonly before: JsonObject | undefined;
}

/**
 * Finds items by their ids among all that the mock remembers.
 *
 * @param ids The ids.
 * @param turns What the mock remembers.
 */
export function storedItems(
  ids: Iterable<string>,
  turns: TurnMemory,
): ReadonlyMap<string, StoredItem> {
  const left = new Set(ids);
  const found = new Map<string, StoredItem>();
  if (left.size === 0) return found;
  for (const turn of turns.list()) {
    const wanted = new Set([...left].filter((id) => turn.mayHave(id)));
    if (wanted.size === 0) continue;
    for (const stored of itemsOf(turn)) {
      const id = stringOf(stored.item.id);
      if (!wanted.has(id)) continue;
      found.set(id, stored);
      left.delete(id);
    }
    if (left.size === 0) break;
  }
  return found;
}

/** Gives the items that a response said. */
export function outputOf({ body }: Pick<StoredTurn, "body">): readonly JsonObject[] {
  return arrayOf(body.output).filter(isObject);
}

function* itemsOf(turn: StoredTurn): Generator<StoredItem> {
  let before: JsonObject | undefined;
  for (const item of outputOf(turn)) {
    yield { item, before };
    before = item;
  }
  for (const item of turn.input) yield { item, before: undefined };
}
