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

/** The clock of the machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep(ms, signal) {
    return new Promise<void>((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const timer = setTimeout(() => {
        signal?.removeEventListener("abort", onAbort);
        resolve();
      }, ms);
      function onAbort() {
        clearTimeout(timer);
        reject(signal?.reason);
      }
      signal?.addEventListener("abort", onAbort, { once: true });
    });
  },
};

/** What `withDeadline()` gives when the time is up. */
export const TIMED_OUT: unique symbol = Symbol("timed out");

/**
 * Waits for a promise, but not longer than `ms`. The timer is cleared on every path, which
 * `AbortSignal.timeout()` does not allow.
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
  const timeout = clock.sleep(ms, stop.signal).then(timeUp, timeUp);
  try {
    return await Promise.race([task, timeout]);
  } finally {
    stop.abort();
    task.catch(() => {});
  }
}
