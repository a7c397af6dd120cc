import type { JsonObject } from "../../wire/json.ts";
import type { Frame } from "../delivery/frame.ts";

/** What a mock remembers of stored responses, for providers that give them again by id. */
export interface TurnMemory {
  /** Keeps a response and what led to it. */
  keep(id: string, turn: StoredTurn): void;
  /** Gives it again. */
  find(id: string): StoredTurn | undefined;
  /** Forgets it; tells whether it was there. */
  forget(id: string): boolean;
  /** Gives all that are kept, the latest first. */
  list(): Iterable<StoredTurn>;
}

/** A response that was given, and what led to it. */
export interface StoredTurn {
  /** The body of the response, as it is now. */
  readonly body: JsonObject;
  /** The events of its stream, each with the number of its place; `undefined` if it cannot be streamed again. */
  readonly events: readonly Frame[] | undefined;
  /** What this request said of its own, in the provider's form, each item with an id. */
  readonly input: readonly JsonObject[];
  /** The response that it followed; it is remembered with this one, even once it is forgotten by its id. */
  readonly previous: StoredTurn | undefined;
  /** Stops what is still made of it in the background. */
  cancel?(): void;
  /** Tells whether one of its items may have an id, without looking at all of them; `false` is certain. */
  mayHave(id: string): boolean;
}
