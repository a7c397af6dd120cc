import type { WholeturnError } from "./errors.ts";

/** How many errors are looked at below one: none that anybody threw has more. */
const MAX_ERRORS = 100;

/**
 * Finds the error of this package, of any copy of it, that a value is or was caused by: through
 * `cause` and the `errors` of an `AggregateError`, since SDKs and agents wrap what they catch. The
 * nearest counts, and what caused it is no longer asked: a `NETWORK` failure stays one, whatever the
 * `fetch` threw.
 *
 * @example What a wrapped failure says of waiting
 * ```ts
 * import { findWholeturnError, ModelError } from "@wholeturn/wholeturn";
 * import { assert, assertEquals } from "@std/assert";
 *
 * const cause = new ModelError("RATE_LIMITED", "Slow down", { retryAfterMs: 2000 });
 * const error = new Error("The agent failed", { cause });
 * const found = findWholeturnError(error, "RATE_LIMITED");
 * assert(found instanceof ModelError);
 * assertEquals(found.retryAfterMs, 2000);
 * ```
 *
 * @param value Anything, for instance what a `catch` caught.
 * @param code Asks for this code as well.
 * @returns The error; `undefined` if there is none, or none of that code.
 */
export function findWholeturnError(value: unknown, code?: string): WholeturnError | undefined {
  // A list that grows while it is walked: the nearest come first, and each once, also in a cycle.
  const seen = new Set<unknown>([value]);
  for (const error of seen) {
    if (isOwnError(error)) {
      if (code === undefined || error.code === code) return error;
    } else {
      for (const below of errorsBelow(error)) if (seen.size < MAX_ERRORS) seen.add(below);
    }
  }
  return undefined;
}

function errorsBelow(value: unknown): readonly unknown[] {
  if (typeof value !== "object" || value === null) return [];
  try {
    const { cause, errors } = value as { readonly cause?: unknown; readonly errors?: unknown };
    return Array.isArray(errors) ? [cause, ...errors.slice(0, MAX_ERRORS)] : [cause];
  } catch {
    // What a `catch` caught may be anything, also what does not let itself be looked at.
    return [];
  }
}

/**
 * Tells whether a value is itself an error of this package, of any copy of it.
 *
 * @param value Anything.
 */
export function isOwnError(value: unknown): value is WholeturnError {
  if (typeof value !== "object" || value === null) return false;
  try {
    return (value as Partial<WholeturnError>).origin === "wholeturn";
  } catch {
    return false;
  }
}

/**
 * Tells whether a value is an error of this package, of any copy of it, or was caused by one as
 * `findWholeturnError()` finds it, which also gives that error.
 *
 * @example Tell a cut turn from other failures
 * ```ts
 * import { assemble, isWholeturnError } from "@wholeturn/wholeturn";
 * import { assert } from "@std/assert";
 *
 * try {
 *   await assemble([{ type: "text", text: "Hello, wor" }]);
 * } catch (error) {
 *   assert(isWholeturnError(error, "INCOMPLETE"));
 * }
 * ```
 *
 * @param value Anything, for instance what a `catch` caught.
 * @param code Asks for this code as well.
 * @returns Whether it is one, and of that code.
 */
export function isWholeturnError(value: unknown, code?: string): boolean {
  return findWholeturnError(value, code) !== undefined;
}
