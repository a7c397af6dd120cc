import { shown } from "../shown.ts";

/**
 * Refuses an option of the wrong kind, where it is given: it would fail within a request otherwise, or do nothing.
 *
 * @param action What cannot be done otherwise, to stand after "Cannot".
 * @param name The option.
 * @param value What was given for it; `undefined` is as good as nothing.
 * @param kind What it must be: a `typeof`, or the methods by which such a thing is told.
 * @param what The same in words.
 * @throws {TypeError} If it is something else.
 */
export function requireOption(
  action: string,
  name: string,
  value: unknown,
  kind: "function" | "string" | readonly string[],
  what: string,
): void {
  if (value === undefined || isOf(kind, value)) return;
  const given = shown(value);
  throw new TypeError(
    `Cannot ${action} as '${name}' must be ${what}: current value is ${given}`,
  );
}

function isOf(kind: string | readonly string[], value: unknown): boolean {
  if (typeof kind === "string") {
    const actual: string = typeof value;
    return actual === kind;
  }
  const has = Object(value) as Record<string, unknown>;
  return kind.every((method) => typeof has[method] === "function");
}

/**
 * Refuses an option that is no time.
 *
 * @param action What cannot be done otherwise, to stand after "Cannot".
 * @param name The option.
 * @param value What was given for it, in milliseconds.
 * @throws {RangeError} If it is not positive and finite.
 */
export function requireTime(action: string, name: string, value: unknown): void {
  if (typeof value === "number" && Number.isFinite(value) && value > 0) return;
  throw new RangeError(
    `Cannot ${action} as '${name}' must be a number above 0: current value is ${shown(value)}`,
  );
}
