import type { TextPiece } from "../delivery/piece_cutter.ts";
import type { Usage } from "../../turn/usage.ts";
import type { TurnMemory } from "../providers/turn_memory.ts";
import type { Ask } from "../request/ask.ts";
import type { AnswerChoice } from "./answer_choice.ts";

/** The tokens of an answer. */
export interface AnswerUsage extends Usage {
  /** Of those written, the tokens of reasoning. */
  readonly reasoning: number;
}

/** What a surface writes: what a model answers, with all that the response says of itself. */
export interface Answer {
  /** What was asked. */
  readonly ask: Ask;
  /** The answers; as many as were asked for. */
  readonly choices: readonly AnswerChoice[];
  /** The tokens of all choices. */
  readonly usage: AnswerUsage;
  /** What the mock calls this call: `mock-1`, `mock-2`. Ids of responses are made of it. */
  readonly name: string;
  /** The id that the result or the caller gave, to be sent as it is. */
  readonly id: string | undefined;
  /** The model that says it answered. */
  readonly model: string;
  /** When the answer was begun, in milliseconds since 1970. */
  readonly createdMs: number;
  /** When it is done, in milliseconds since 1970, where it is made in the background. @default {at once} */
  readonly readyMs?: number | undefined;
  /** Gives the time now, in milliseconds since 1970, for wires that tell when each part was written. */
  now(): number;
  /** The id of the request, in the provider's form. */
  readonly requestId: string;
  /** Makes an id: the prefix, then `chars` letters and digits that only this call and `key` decide. */
  newId(prefix: string, key: string, chars?: number): string;
  /** What the mock remembers of earlier turns; a surface that stores responses keeps them there. */
  readonly turns: TurnMemory;
  /** Gives a number from 0 (included) to 1 (not): the next of this call's own row. */
  random(): number;
  /** Cuts a text into the pieces that are sent as one frame each, with what wires write of them. */
  cut(text: string): readonly TextPiece[];
}
