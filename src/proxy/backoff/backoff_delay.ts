/** What the length of a rest depends on. */
export interface BackoffSchedule {
  /** The first rest. */
  readonly baseMs: number;
  /** What each further rest is multiplied by. */
  readonly factor: number;
  /** The longest rest. */
  readonly capMs: number;
}

/**
 * Gives how long to rest after so many failures in a row: `base`, `base * factor`, and so on up to the cap.
 *
 * @param level How many failures, 1 at least.
 * @param schedule The schedule.
 */
export function backoffDelay(level: number, { baseMs, factor, capMs }: BackoffSchedule): number {
  const delayMs = baseMs * factor ** (level - 1);
  // The other way round, a power that is no number any more would be the delay.
  return delayMs < capMs ? delayMs : capMs;
}

/**
 * Shortens a rest by a random part, so that those who began to rest together do not come back together. Never to
 * nothing, as a rest would then be none.
 *
 * @param delayMs The rest.
 * @param jitter Which part of it is random, from 0 to 1.
 * @param random Gives a number from 0 to 1.
 * @returns Whole milliseconds, from `delayMs * (1 - jitter)` to `delayMs`.
 */
export function withJitter(delayMs: number, jitter: number, random: () => number): number {
  return Math.ceil(delayMs * (1 - jitter) + random() * delayMs * jitter);
}
