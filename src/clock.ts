/** Where time comes from, so that a test can move it by hand. */
export interface Clock {
  /** The time now, in milliseconds since 1970. */
  now(): number;
  /**
   * Waits.
   *
   * @param ms For how long, in milliseconds.
   * @param signal Ends the wait early; the promise then rejects with the signal's reason.
   */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/**
 * Refuses a time that is none: waiting for it would end at once, or never.
 *
 * @throws {RangeError} If `ms` is no number.
 */
export function requireMs(ms: number): void {
  if (typeof ms === "number" && !Number.isNaN(ms)) return;
  throw new RangeError(
    `Cannot sleep as 'ms' must be a number of milliseconds: current value is ${String(ms)}`,
  );
}

/** The longest time one timer can count, in milliseconds; beyond it a timer ends at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * The clock of the machine.
 *
 * @example
 * ```ts
 * import { systemClock } from "@wholeturn/wholeturn";
 * import { assert } from "@std/assert";
 *
 * const before = systemClock.now();
 * await systemClock.sleep(1);
 * assert(systemClock.now() >= before);
 * ```
 */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep(ms, signal) {
    return new Promise<void>((resolve, reject) => {
      requireMs(ms);
      if (signal?.aborted) return reject(signal.reason);
      let timer: ReturnType<typeof setTimeout>;
      arm(ms);
      signal?.addEventListener("abort", onAbort, { once: true });

      function arm(leftMs: number) {
        const partMs = Math.min(leftMs, MAX_TIMER_MS);
        timer = setTimeout(() => leftMs > partMs ? arm(leftMs - partMs) : onEnd(), partMs);
      }
      function onEnd() {
        signal?.removeEventListener("abort", onAbort);
        resolve();
      }
      function onAbort() {
        clearTimeout(timer);
        reject(signal?.reason);
      }
    });
  },
};

/** The longest single sleep of a deadline, in milliseconds. */
const SLICE_MS = 20;

/** What `withDeadline()` gives when the time is up. */
export const TIMED_OUT: unique symbol = Symbol("timed out");

/**
 * Waits for a promise, but not longer than `ms`. The timer is cleared on every path, which
 * `AbortSignal.timeout()` does not allow.
 *
 * The time is made of short sleeps, so that it stretches while the event loop is busy: a task must
 * not be late only because others of the same process took its turns.
 *
 * @param ms For how long, in milliseconds.
 * @param task What to wait for. It goes on when the time is up; a late rejection is swallowed.
 * @param clock Where time comes from.
 * @returns What the task gives, or `TIMED_OUT`.
 */
export async function withDeadline<T>(
  ms: number,
  task: Promise<T>,
  clock: Clock = systemClock,
): Promise<T | typeof TIMED_OUT> {
  const stop = new AbortController();
  const timeUp = (): typeof TIMED_OUT => TIMED_OUT;
  const timeout = sleepInSlices(ms, stop.signal, clock).then(timeUp, timeUp);
  try {
    return await Promise.race([task, timeout]);
  } finally {
    // Without a reason the runtime makes an error with a stack, which costs more than the wait.
    stop.abort(TIMED_OUT);
  }
}

async function sleepInSlices(ms: number, signal: AbortSignal, clock: Clock): Promise<void> {
  for (let left = ms; left > 0; left -= SLICE_MS) {
    await clock.sleep(Math.min(SLICE_MS, left), signal);
  }
}
