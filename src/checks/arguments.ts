import { shown } from "../shown.ts";
import type { Model } from "../turn/request.ts";

/**
 * Makes sure that a user gave a function that makes the adapter.
 *
 * @throws {TypeError} If it is none.
 */
export function requireNewModel(newModel: unknown): void {
  if (typeof newModel === "function") return;
  throw new TypeError(
    "Cannot check the adapter as 'newModel' must be a function of { baseUrl, fetch } that gives " +
      `a model: current value is ${typeof newModel}`,
  );
}

/**
 * Makes sure that a user gave a list of checks, and not an empty one: where nothing is checked,
 * nothing has passed.
 *
 * @param action What cannot be done otherwise.
 * @throws {TypeError} If it is none.
 * @throws {RangeError} If it is empty.
 */
export function requireChecks(action: string, checks: unknown): void {
  const isCheck = (check: unknown) => typeof check === "object" && check !== null;
  if (!Array.isArray(checks) || !checks.every(isCheck)) {
    throw new TypeError(
      `Cannot ${action} the checks as 'checks' must be a list of checks, as modelChecks() gives them`,
    );
  }
  if (checks.length > 0) return;
  throw new RangeError(
    `Cannot ${action} the checks as there are none: 'checks' is an empty list, and where nothing is ` +
      "checked nothing has passed",
  );
}

/**
 * Takes what a user's `newModel` gave as a model.
 *
 * @throws {TypeError} If it is none.
 */
export function asModel(value: unknown): Model {
  if (typeof (value as Model | null | undefined)?.stream === "function") return value as Model;
  throw new TypeError(
    "Cannot check the adapter as 'newModel' must give an object with a function stream(request, " +
      `options): current value is ${value === null ? "null" : typeof value}`,
  );
}

/**
 * Makes sure that an option is one of a few words.
 *
 * @param action What cannot be done otherwise, to stand after "Cannot".
 * @param option The option, as the only member of an object.
 * @param words The words.
 * @throws {TypeError} If it is none of them.
 */
export function requireOneOf(
  action: string,
  option: Readonly<Record<string, unknown>>,
  words: readonly string[],
): void {
  for (const [name, value] of Object.entries(option)) {
    if (words.some((word) => word === value)) continue;
    const known = words.map((word) => JSON.stringify(word)).join(" or ");
    throw new TypeError(
      `Cannot ${action} as '${name}' must be ${known}: current value is ${JSON.stringify(value)}`,
    );
  }
}

/**
 * Makes sure that options are true or false: what is neither, the text "no" too, would count as true.
 *
 * @param action What cannot be done otherwise, to stand after "Cannot".
 * @param options The options.
 * @throws {TypeError} If one is neither.
 */
export function requireFlags(action: string, options: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(options)) {
    if (typeof value === "boolean") continue;
    throw new TypeError(
      `Cannot ${action} as '${name}' must be true or false: current value is ${shown(value)}`,
    );
  }
}

/**
 * Makes sure that a deadline is one.
 *
 * @throws {RangeError} If it is not positive.
 */
export function requireDeadline(deadlineMs: number): void {
  if (deadlineMs > 0) return;
  throw new RangeError(
    `Cannot check the adapter as 'deadlineMs' must be positive: current value is ${deadlineMs}`,
  );
}
