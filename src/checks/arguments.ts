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
 * Makes sure that a user gave a list of checks.
 *
 * @param action What cannot be done otherwise.
 * @throws {TypeError} If it is none.
 */
export function requireChecks(action: string, checks: unknown): void {
  const isCheck = (check: unknown) => typeof check === "object" && check !== null;
  if (Array.isArray(checks) && checks.every(isCheck)) return;
  throw new TypeError(
    `Cannot ${action} the checks as 'checks' must be a list of checks, as modelChecks() gives them`,
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
