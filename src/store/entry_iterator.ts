import { threadGone } from "./refusals.ts";
import type { Entry } from "./trace_event.ts";

/** Some entries of a thread, and whether that is all. */
export interface EntryPage {
  /** The entries, in order; empty if there are no more for now. */
  readonly entries: readonly Entry[];
  /** Whether with them all is given that was there when the reading began: who does not follow then ends. */
  readonly whole: boolean;
  /** Whether the thread was deleted or replaced, or there is none of the id: also a follower then ends. */
  readonly over: boolean;
}

/** A hint that there may be more. */
export interface Hint {
  /** Resolves when there may be more. */
  readonly woken: Promise<void>;
  /** Gives the hint up; must be called once. */
  disarm(): void;
}

/** Where entries come from. */
export interface EntrySource {
  /** Gives the entries that follow those given so far. */
  page(): Promise<EntryPage>;
  /** Makes a hint. It must count from now on, as what is read next may already be old. */
  arm(): Hint;
  /** Is called once, when no more is asked for: gives up what the hints needed. */
  close?(): void;
}

/** How entries are given. */
export interface EntryIteratorOptions {
  /** The thread, for messages. */
  readonly thread: string;
  /** Whether to wait for more at the end. */
  readonly follow: boolean;
  /** Ends the iteration; it then rejects with the signal's reason. */
  readonly signal: AbortSignal | undefined;
}

type Result = IteratorResult<Entry, undefined>;

const DONE: Result = { done: true, value: undefined };

/**
 * Gives the entries of a source one by one. Who does not follow gets all that was there at the start, or an error: a
 * part that reads like the whole would be copied, or gone on with, as if it were. Not an async generator: the `return()` of one waits behind a pending
 * `next()`, so that it could not end a follower that waits.
 */
export class EntryIterator implements AsyncIterableIterator<Entry> {
  readonly #source: EntrySource;
  readonly #options: EntryIteratorOptions;
  readonly #closing: Closing = new Closing();
  #page: readonly Entry[] = [];
  #given = 0;
  #over = false;
  /** How many calls of `next()` wait. */
  #pending = 0;
  /** Calls of `next()` are answered in their order. */
  #last: Promise<unknown> = Promise.resolve();

  /**
   * @param source Where entries come from.
   * @param options How they are given.
   */
  constructor(source: EntrySource, options: EntryIteratorOptions) {
    this.#source = source;
    this.#options = options;
  }

  /** The iterator itself: it can be read once. */
  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Gives the next entry; waits for it where it follows. */
  next(): Promise<Result> {
    if (this.#pending === 0 && this.#hasNext()) return Promise.resolve(this.#take());
    this.#pending++;
    const result = this.#last.then(() => this.#next());
    const settle = () => {
      this.#pending--;
    };
    this.#last = result.then(settle, settle);
    return result;
  }

  /** Ends the iteration at once, also while a `next()` is pending. */
  return(): Promise<Result> {
    this.#finish();
    this.#closing.fire();
    return Promise.resolve(DONE);
  }

  async #next(): Promise<Result> {
    const { signal } = this.#options;
    const onAbort = () => this.#closing.fire();
    signal?.addEventListener("abort", onAbort, { once: true });
    try {
      for (;;) {
        if (signal?.aborted) throw this.#end(signal.reason);
        if (this.#hasNext()) return this.#take();
        if (this.#over) return DONE;
        await this.#more();
      }
    } finally {
      signal?.removeEventListener("abort", onAbort);
    }
  }

  #hasNext(): boolean {
    const { signal } = this.#options;
    return this.#given < this.#page.length && !this.#closing.fired && !signal?.aborted;
  }

  #take(): Result {
    return { done: false, value: this.#page[this.#given++]! };
  }

  #end(reason: unknown): unknown {
    this.#finish();
    return reason;
  }

  #finish(): void {
    if (this.#over) return;
    this.#over = true;
    this.#source.close?.();
  }

  async #more(): Promise<void> {
    const { thread, follow } = this.#options;
    const hint = follow ? this.#source.arm() : undefined;
    try {
      const page = await this.#closing.orIfEarlier(this.#source.page());
      if (page === undefined) return;
      this.#page = page.entries;
      this.#given = 0;
      if (follow ? page.over : page.whole) this.#finish();
      if (page.entries.length > 0 || this.#over) return;
      if (!follow) throw page.over ? threadGone(thread) : entriesMissing(thread);
      if (hint !== undefined) await this.#closing.orIfEarlier(hint.woken);
    } catch (error) {
      // Nobody calls return() after an error.
      throw this.#end(error);
    } finally {
      hint?.disarm();
    }
  }
}

function entriesMissing(thread: string): Error {
  return new Error(
    `Cannot read '${thread}' to its end as entries are missing: something else wrote to the database`,
  );
}

/** The end of an iteration, which may come while something is waited for. */
class Closing {
  /** Whether it has come. */
  fired = false;
  /** Not a promise to race with: each race would leave a reaction behind for as long as a follower lives. */
  readonly #waiting: Set<() => void> = new Set();

  /** Lets it come. */
  fire(): void {
    this.fired = true;
    for (const end of this.#waiting) end();
    this.#waiting.clear();
  }

  /** Waits for a task, or for the end if that comes earlier. A late rejection is swallowed. */
  orIfEarlier<T>(task: Promise<T>): Promise<T | undefined> {
    return new Promise((resolve, reject) => {
      const end = () => resolve(undefined);
      if (this.fired) end();
      this.#waiting.add(end);
      task.then(resolve, reject).finally(() => this.#waiting.delete(end));
    });
  }
}
