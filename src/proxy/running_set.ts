import { type Placed, TransientSet } from "../transient_set.ts";

/** Something that runs, and may have to be broken off. */
export interface Running extends Placed {
  /** Breaks it off. */
  stop(reason: Error): void;
}

/** What runs, until it is broken off. What is added after that is broken off at once. */
export class RunningSet {
  readonly #running = new TransientSet<Running>();
  #stopped: Error | undefined;

  /** How much runs. */
  get size(): number {
    return this.#running.size;
  }

  /** Something runs from now on. */
  add(one: Running): void {
    if (this.#stopped === undefined) this.#running.add(one);
    else one.stop(this.#stopped);
  }

  /** It has ended. */
  delete(one: Running): void {
    this.#running.delete(one);
  }

  /** Breaks all off, and whatever is about to begin. */
  stop(reason: Error): void {
    this.#stopped ??= reason;
    for (const one of this.#running) one.stop(reason);
  }

  /** Refuses what is about to begin after all was broken off. */
  throwIfStopped(): void {
    if (this.#stopped !== undefined) throw this.#stopped;
  }
}
