/** What was used of a provider's limits in the minute for which they are. */
export interface LimitUse {
  /** The requests, also those that failed. */
  readonly requests: number;
  /** The tokens that were read, without those of a cache. */
  readonly input: number;
  /** The tokens that were read from a cache. */
  readonly cacheRead: number;
  /** The tokens that were written. */
  readonly output: number;
  /** When all is back, in milliseconds from now. */
  readonly resetMs: number;
}

/** How long a client is told to wait where nothing else is said, in milliseconds. */
export const DEFAULT_RETRY_MS = 1000;

/** What is left of a limit: never less than nothing. */
export function remaining(limit: number, used: number): string {
  return String(Math.max(0, limit - used));
}

/** Spells a wait as `retry-after` has it: whole seconds, never too few. */
export function wholeSeconds(ms: number): string {
  return String(Math.max(0, Math.ceil(ms / 1000)));
}
