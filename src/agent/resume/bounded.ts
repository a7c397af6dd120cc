import { TIMED_OUT, withDeadline } from "../../clock.ts";
import { untilAborted } from "../../until_aborted.ts";

/** How long a check waits. */
export interface Bounds {
  /** How long, in milliseconds. */
  readonly timeoutMs: number;
  /** Ends the wait. */
  readonly signal: AbortSignal | undefined;
}

/**
 * Waits for what the user's code does, but not for ever.
 *
 * @param bounds How long.
 * @param what What it is, for messages.
 * @param run Does it.
 * @throws {Error} If it takes too long.
 */
export async function bounded<T>(
  { timeoutMs, signal }: Bounds,
  what: string,
  run: () => T | PromiseLike<T>,
): Promise<T> {
  const ended = await withDeadline(timeoutMs, untilAborted(run(), signal));
  if (ended !== TIMED_OUT) return ended;
  throw new Error(`Cannot check as ${what} did not end within ${timeoutMs} ms`);
}
