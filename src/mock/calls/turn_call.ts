import type { OpenRecord } from "../journal/journal.ts";
import type { HeaderFacts } from "../providers/provider.ts";
import type { Ask } from "../request/ask.ts";
import type { CallOrigin } from "../rules/call_origin.ts";
import type { CallFacts } from "../rules/criteria.ts";
import type { Spending } from "./spending.ts";
import type { Turns } from "./turns.ts";

/** A call of a model that is being answered. */
export interface TurnCall {
  /** What was asked. */
  readonly ask: Ask;
  /** What rules look at. */
  readonly facts: CallFacts;
  /** What the mock calls it. */
  readonly name: string;
  /** Which call of the mock it is, from 1. */
  readonly number: number;
  /** What ids of the call are made of. */
  readonly seedText: string;
  /** The id of the request, in the provider's form. */
  readonly requestId: string;
  /** When it came, in milliseconds since 1970. */
  readonly startedMs: number;
  /** The call's own row of numbers. */
  readonly random: () => number;
  /** How it came; its signal aborts when the client leaves. */
  readonly origin: CallOrigin | undefined;
  /** Gives what the headers of the answer are made of, as things are now. */
  readonly headerFacts: () => HeaderFacts;
  /** What is remembered of turns, in the time of the mock in which it came. */
  readonly turns: Turns;
  /** What was used of the limits, in that time. */
  readonly spending: Spending;
  /** What is written down of it. */
  readonly record: OpenRecord;
}
