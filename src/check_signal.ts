import { shown } from "./shown.ts";

/**
 * Checks that a signal is one, if there is any: an `AbortController` in its place, say, would end nothing.
 *
 * @param signal The signal; `null` is what the Web's own functions take for none.
 * @param task What cannot be done without it, as in "wait".
 * @throws {TypeError} If it is none.
 */
export function checkSignal(signal: unknown, task: string): void {
  if (signal === undefined || signal === null) return;
  const { aborted, addEventListener } = signal as Partial<AbortSignal>;
  if (typeof aborted === "boolean" && typeof addEventListener === "function") return;
  throw new TypeError(
    `Cannot ${task} as 'signal' must be an AbortSignal: current value is ${shown(signal)}`,
  );
}
