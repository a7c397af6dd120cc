import { setImmediate } from "node:timers";
import type { Clock } from "../../../../src/clock.ts";

/** How far apart the times are at which it wakes who sleeps, in milliseconds. */
const STEP_MS = 10;

/** How many turns of the event loop what is woken gets, before more is. */
const TURNS = 3;

/**
 * A clock that a test moves by hand, for a great many who sleep: it wakes all of a step together, and takes no real
 * time to do it.
 */
export class GridClock implements Clock {
  #now = 0;
  readonly #sleepers = new Map<number, Set<() => void>>();

  /** The time now. */
  now(): number {
    return this.#now;
  }

  /** How many sleep. */
  get sleeping(): number {
    return [...this.#sleepers.values()].reduce((sum, { size }) => sum + size, 0);
  }

  /** Waits until the time has been moved on by `ms`, to the next step. */
  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      // Those of this step may have been woken already.
      const next = (Math.floor(this.#now / STEP_MS) + 1) * STEP_MS;
      const at = Math.max(next, Math.ceil((this.#now + ms) / STEP_MS) * STEP_MS);
      const together = this.#sleepers.get(at) ?? new Set();
      this.#sleepers.set(at, together);
      const onAbort = () => {
        together.delete(wake);
        reject(signal?.reason);
      };
      const wake = () => {
        signal?.removeEventListener("abort", onAbort);
        resolve();
      };
      together.add(wake);
      signal?.addEventListener("abort", onAbort, { once: true });
    });
  }

  /** Moves the time on, step by step. */
  async advance(ms: number): Promise<void> {
    const untilMs = this.#now + ms;
    await settled();
    for (; this.#now + STEP_MS <= untilMs; this.#now += STEP_MS) await this.#wake();
    await this.#wake();
  }

  async #wake(): Promise<void> {
    const due = this.#sleepers.get(this.#now);
    if (due === undefined) return;
    this.#sleepers.delete(this.#now);
    for (const wake of due) wake();
    await settled();
  }
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) await new Promise((done) => setImmediate(() => done(0)));
}
