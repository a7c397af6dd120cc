import { ModelError, TruncatedToolArgumentsError } from "../errors.ts";
import { clampUsage } from "./usage.ts";
import type { Usage } from "./usage.ts";

/**
 * Carries the tokens told so far on the failure of a turn: they were billed all the same.
 *
 * @param error The failure; one that has a usage already, or that is none of ours, stays as it is.
 * @param usage The tokens; `undefined` if none were told.
 * @returns `error`.
 */
export function withUsage<E>(error: E, usage: Usage | undefined): E {
  const isOurs = error instanceof ModelError || error instanceof TruncatedToolArgumentsError;
  if (!isOurs || error.usage !== undefined || usage === undefined) return error;
  return Object.assign(error, { usage: clampUsage(usage) });
}
