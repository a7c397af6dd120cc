import type { Entry } from "./trace_event.ts";

/** Some entries of a thread, and whether its life is over: then nothing follows. */
export interface EntryPage {
  /** The entries, in order; empty if there are no more for now. */
  readonly entries: readonly Entry[];
  /** Whether the thread was deleted or replaced. */
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
}

/** How entries are given. */
export interface EntryIteratorOptions {
  /** Whether to wait for more at the end. */
  readonly follow: boolean;
  /** Ends the iteration; it then rejects with the signal's reason. */
  readonly signal: AbortSignal | undefined;
}

type Result = IteratorResult<Entry, undefined>;

const DONE: Result = { done: true, value: undefined };

/**
 * Gives the entries of a source one by one. Not an async generator: the `return()` of one waits behind a pending
 * `next()`, so that it could not end a follower that waits.
 */
export class EntryIterator implements AsyncIterableIterator<Entry> {
  readonly #source: EntrySource;
  readonly #options: EntryIteratorOptions;
  readonly #closing: PromiseSignal = new PromiseSignal();
  #page: readonly Entry[] = [];
  #given = 0;
  #over = false;
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
    const result = this.#last.then(() => this.#next());
    this.#last = result.catch(() => {});
    return result;
  }

  /** Ends the iteration at once, also while a `next()` is pending. */
  return(): Promise<Result> {
    this.#over = true;
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
        if (this.#given < this.#page.length && !this.#closing.fired) {
          return { done: false, value: this.#page[this.#given++]! };
        }
        if (this.#over) return DONE;
        await this.#more();
      }
    } finally {
      signal?.removeEventListener("abort", onAbort);
    }
  }

  #end(reason: unknown): unknown {
    this.#over = true;
    return reason;
  }

  async #more(): Promise<void> {
    const { follow } = this.#options;
    const hint = follow ? this.#source.arm() : undefined;
    try {
      const page = await Promise.race([this.#source.page(), this.#closing.promise]);
      if (page === undefined) return;
      this.#page = page.entries;
      this.#given = 0;
      if (page.over || (page.entries.length === 0 && !follow)) this.#over = true;
      if (page.entries.length > 0 || this.#over) return;
      await Promise.race([hint?.woken, this.#closing.promise]);
    } finally {
      hint?.disarm();
    }
  }
}

/** A promise that is resolved from outside, once. */
class PromiseSignal {
  /** Whether it has been. */
  fired = false;
  /** Resolves when it is. */
  readonly promise: Promise<undefined>;
  #resolve: () => void = () => {};

  constructor() {
    this.promise = new Promise((resolve) => this.#resolve = () => resolve(undefined));
  }

  /** Resolves it. */
  fire(): void {
    this.fired = true;
    this.#resolve();
  }
}
