import type { Hint } from "./entry_iterator.ts";

/** Wakes those who wait for something to happen to a thread. */
export class Wakers {
  readonly #waiting: Map<string, Set<() => void>> = new Map();

  /** Makes a hint that {@linkcode wake} fires. */
  arm(thread: string): Hint {
    const waiting = this.#waiting.get(thread) ?? new Set();
    this.#waiting.set(thread, waiting);
    let wake = (): void => {};
    const woken = new Promise<void>((resolve) => wake = resolve);
    waiting.add(wake);
    const disarm = () => {
      waiting.delete(wake);
      if (waiting.size === 0 && this.#waiting.get(thread) === waiting) this.#waiting.delete(thread);
    };
    return { woken, disarm };
  }

  /** Wakes all who wait for a thread. */
  wake(thread: string): void {
    for (const wake of this.#waiting.get(thread) ?? []) wake();
  }

  /** Wakes all who wait for anything. */
  wakeAll(): void {
    for (const thread of [...this.#waiting.keys()]) this.wake(thread);
  }

  /** How many threads are waited for. */
  get size(): number {
    return this.#waiting.size;
  }
}
