import type { Alarm, Alarms } from "./alarms.ts";

/** What {@linkcode inTime} gives when the time is up. */
export const LATE: unique symbol = Symbol("late");

/**
 * Waits for a promise, but not longer than some time.
 *
 * @param alarms What wakes it.
 * @param ms For how long, in milliseconds.
 * @param task What to wait for. It goes on when the time is up; a late rejection is swallowed.
 * @returns What the task gives, or {@linkcode LATE}.
 */
export function inTime<T>(alarms: Alarms, ms: number, task: Promise<T>): Promise<T | typeof LATE> {
  return new Promise((resolve, reject) => {
    const alarm: Alarm = {
      place: 0,
      atMs: alarms.now() + ms,
      ring: () => end(() => resolve(LATE)),
    };
    const end = (settle: () => void) => {
      alarms.remove(alarm);
      settle();
    };
    alarms.add(alarm);
    task.then((value) => end(() => resolve(value)), (error) => end(() => reject(error)));
  });
}
