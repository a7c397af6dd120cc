import { arrayOf, isObject } from "../../../../wire/json.ts";
import type { JsonObject } from "../../../../wire/json.ts";

/** What one side says until the other does. */
export interface Turn {
  /** Whether the model says it. */
  readonly isModel: boolean;
  /** The place of its first content. */
  readonly at: number;
  /** Its contents. */
  readonly contents: readonly JsonObject[];
  /** The parts of all of them. */
  readonly parts: readonly JsonObject[];
}

/**
 * Gives the turns of a conversation. Clients give back each chunk of a stream as a content of its own, and
 * Gemini takes those that follow one another for what they were, one turn.
 *
 * @param contents What was said.
 */
export function turnsOf(contents: readonly JsonObject[]): readonly Turn[] {
  const turns: (Turn & { readonly contents: JsonObject[]; readonly parts: JsonObject[] })[] = [];
  for (const [at, content] of contents.entries()) {
    const isModel = content.role === "model";
    const last = turns.at(-1);
    const turn = last?.isModel === isModel ? last : { isModel, at, contents: [], parts: [] };
    if (turn !== last) turns.push(turn);
    turn.contents.push(content);
    turn.parts.push(...arrayOf(content.parts).filter(isObject));
  }
  return turns;
}
