import { arrayOf } from "../../../wire/json.ts";
import type { JsonObject } from "../../../wire/json.ts";

/** A block, and where it stands. */
export interface PlacedInTurn {
  /** The block. */
  readonly block: JsonObject;
  /** The index of its message. */
  readonly message: number;
  /** Its index in the message. */
  readonly place: number;
}

/** What one side says in one go: its messages one after another are one turn. */
export interface SideTurn {
  /** Whether it is the user's. */
  readonly isUser: boolean;
  /** What is said. */
  readonly blocks: PlacedInTurn[];
  /** The index of its last message. */
  last: number;
}

/**
 * Gives the turns of a conversation; what the system says is none.
 *
 * @param messages The messages, each checked.
 */
export function turnsOf(messages: readonly JsonObject[]): readonly SideTurn[] {
  const turns: SideTurn[] = [];
  for (const [message, { role, content }] of messages.entries()) {
    if (role === "system") continue;
    const isUser = role === "user";
    let turn = turns.at(-1);
    if (turn?.isUser !== isUser) turns.push(turn = { isUser, blocks: [], last: message });
    turn.last = message;
    for (const [place, block] of arrayOf(content).entries()) {
      turn.blocks.push({ block: block as JsonObject, message, place });
    }
    // A text takes the place of the results that must come first.
    if (typeof content === "string") turn.blocks.push({ block: {}, message, place: 0 });
  }
  return turns;
}
