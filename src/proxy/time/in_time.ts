import type { Alarms } from "./alarms.ts";
import { Watchdog } from "./watchdog.ts";

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
    const dog = new Watchdog<"task">(alarms, () => resolve(LATE));
    dog.set("task", ms);
    task.then(resolve, reject).finally(() => dog.stop());
  });
}
