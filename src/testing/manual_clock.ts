import { requireMs } from "../clock.ts";
import type { Clock } from "../clock.ts";
import { checkSignal } from "../check_signal.ts";

/** As it is when this module is loaded: a fake clock that a test sets later would hold it for ever. */
const { setTimeout } = globalThis;

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

/**
 * A clock that a test moves by hand: nothing sleeps in real time.
 *
 * @example
 * ```ts
 * import { ManualClock } from "@wholeturn/wholeturn/testing";
 * import { assertEquals } from "@std/assert";
 *
 * const clock = new ManualClock();
 * const woken: string[] = [];
 * const sleep = clock.sleep(1000).then(() => woken.push("woken"));
 * await clock.advance(999);
 * assertEquals(woken, []);
 * await clock.advance(1);
 * await sleep;
 * assertEquals(woken, ["woken"]);
 * ```
 */
export class ManualClock implements Clock {
  #now: number;
  #sleepers: Sleeper[] = [];
  /** Settles with the last move that was begun. */
  #moved: Promise<void> = Promise.resolve();

  /**
   * Makes a clock that stands still.
   *
   * @param startMs The time at first, in milliseconds since 1970.
   * @throws {RangeError} If that is no finite number.
   */
  constructor(startMs = 0) {
    if (!Number.isFinite(startMs)) {
      throw new RangeError(
        `Cannot make a clock as 'startMs' must be finite: current value is ${String(startMs)}`,
      );
    }
    this.#now = startMs;
  }

  /** The time now, in milliseconds since 1970. */
  now(): number {
    return this.#now;
  }

  /** How many sleep at the moment. */
  get sleeping(): number {
    return this.#sleepers.length;
  }

  /** Waits until the time has been moved on by `ms`, or the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      requireMs(ms);
      checkSignal(signal, "wait");
      if (signal?.aborted) return reject(signal.reason);
      const onAbort = () => {
        this.#sleepers = this.#sleepers.filter((other) => other !== sleeper);
        reject(signal?.reason);
      };
      const wake = () => {
        signal?.removeEventListener("abort", onAbort);
        resolve();
      };
      const sleeper: Sleeper = { at: this.#now + Math.max(ms, 0), wake };
      this.#sleepers.push(sleeper);
      signal?.addEventListener("abort", onAbort, { once: true });
    });
  }

  /**
   * Moves the time on. Sleepers wake in the order of their times, each at its own time, and what
   * they start may sleep again within the same move. A move that is begun during another follows it.
   *
   * @param ms By how much, in milliseconds.
   * @throws {RangeError} If that is negative or no finite number: what sleeps again and again would
   * never let an endless move end.
   */
  async advance(ms: number): Promise<void> {
    if (!Number.isFinite(ms) || ms < 0) {
      throw new RangeError(
        "Cannot move the clock as 'ms' must be finite and not negative: current value is " +
          String(ms),
      );
    }
    const move = this.#moved.then(() => this.#move(ms));
    this.#moved = move;
    await move;
  }

  async #move(ms: number): Promise<void> {
    const until = this.#now + ms;
    await settled();
    for (let due = this.#due(until); due; due = this.#due(until)) {
      this.#sleepers = this.#sleepers.filter((other) => other !== due);
      this.#now = due.at;
      due.wake();
      await settled();
    }
    this.#now = until;
  }

  #due(until: number): Sleeper | undefined {
    return this.#sleepers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];
  }
}

/** Lets what is ready run, with all that follows from it at once. */
function settled(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
