/** The most threads that are remembered. */
const MAX_THREADS = 1000;

/** A thread with more streams is not worth remembering. */
export const MAX_STREAMS = 100;

/**
 * Remembers of threads what a store wrote last, so that it need not look before it writes again: the write checks that
 * nothing else was written since. The thread that was not asked for longest is forgotten first.
 */
export class ThreadMemory<T> {
  readonly #known: Map<string, T> = new Map();

  /** Gives what is remembered of a thread. */
  of(thread: string): T | undefined {
    const known = this.#known.get(thread);
    if (known !== undefined) this.keep(thread, known);
    return known;
  }

  /** Gives what is remembered of a thread that is to be written, and forgets it until the write has landed. */
  take(thread: string): T | undefined {
    const known = this.#known.get(thread);
    this.#known.delete(thread);
    return known;
  }

  /** Remembers a thread. */
  keep(thread: string, known: T): void {
    this.#known.delete(thread);
    this.#known.set(thread, known);
    if (this.#known.size > MAX_THREADS) this.forget(this.#known.keys().next().value!);
  }

  /** Forgets a thread. */
  forget(thread: string): void {
    this.#known.delete(thread);
  }
}
