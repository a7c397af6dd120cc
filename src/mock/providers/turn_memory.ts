import type { JsonObject } from "../../wire/json.ts";

/** What a mock remembers of stored responses, for providers that give them again by id. */
export interface TurnMemory {
  /** Keeps a response and what led to it. */
  keep(id: string, turn: StoredTurn): void;
  /** Gives it again. */
  find(id: string): StoredTurn | undefined;
  /** Forgets it; tells whether it was there. */
  forget(id: string): boolean;
}

/** A response that was given, and the messages that led to it, its own included. */
export interface StoredTurn {
  /** The body of the response. */
  readonly body: JsonObject;
  /** What was asked. */
  readonly request: JsonObject;
}
