import type { TurnEvent } from "../turn/turn.ts";

type Next = Promise<IteratorResult<TurnEvent, undefined>>;

/**
 * Events that are made when they are first asked for. Until then nothing is held that would have to
 * be let go, so that a stream nobody reads costs nothing.
 */
export class LazyEvents implements AsyncIterableIterator<TurnEvent> {
  readonly #make: () => AsyncIterableIterator<TurnEvent, undefined>;
  #made: AsyncIterableIterator<TurnEvent, undefined> | undefined;

  /** @param make Makes them; called once at most. */
  constructor(make: () => AsyncIterableIterator<TurnEvent, undefined>) {
    this.#make = make;
  }

  /** The events are their own iterator: they can be read once. */
  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Gives the next event. */
  next(): Next {
    return this.#events().next();
  }

  /** Leaves the events. */
  return(): Next {
    return this.#events().return!();
  }

  /** Leaves the events and rejects with the error. */
  throw(error?: unknown): Next {
    return this.#events().throw!(error);
  }

  #events(): AsyncIterableIterator<TurnEvent, undefined> {
    return this.#made ??= this.#make();
  }
}
