import { shown } from "../shown.ts";

/**
 * Makes sure that a decoder is used for one body only: what is left of the one before, a limit that
 * was met, or a byte order mark would change the next.
 *
 * @param isEnded Whether the body has ended.
 * @throws {TypeError} If it has.
 */
export function requireNotEnded(isEnded: boolean): void {
  if (!isEnded) return;
  throw new TypeError(
    "Cannot decode after end(): a decoder reads one body, so make a new one for the next",
  );
}

/**
 * Checks a callback given as an option.
 *
 * @throws {TypeError} If it is given, and no function.
 */
export function requireCallback(name: string, callback: unknown): void {
  if (callback === undefined || typeof callback === "function") return;
  throw new TypeError(
    `Cannot create a decoder as '${name}' must be a function: current value is ${shown(callback)}`,
  );
}
