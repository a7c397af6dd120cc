/**
 * The tokens of one turn, in four disjoint counts: their sum is what was processed. A provider that
 * counts cached tokens inside its input has them taken out of `input` here.
 */
export interface Usage {
  /** Tokens read that came from no cache. */
  readonly input: number;
  /** Tokens written, reasoning included. */
  readonly output: number;
  /** Tokens read from the provider's prompt cache. */
  readonly cacheRead: number;
  /** Tokens read and put into the provider's prompt cache. */
  readonly cacheWrite: number;
}

/**
 * No tokens at all: what a turn without reported usage has, and what a live adapter has discarded.
 *
 * @example
 * ```ts
 * import { assemble, ZERO_USAGE } from "@wholeturn/wholeturn";
 * import { assertEquals } from "@std/assert";
 *
 * const finish = { reason: "stop", raw: "", usage: ZERO_USAGE, discarded: ZERO_USAGE };
 * const turn = await assemble([{ type: "text", text: "Hi" }, { type: "finish", finish }]);
 * assertEquals(turn.finish.usage, { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 });
 * ```
 */
export const ZERO_USAGE: Usage = Object.freeze({
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite: 0,
});

/** The counts of a provider that counts cached tokens among those read. */
export interface InclusiveCounts {
  /** All tokens read, from a cache or not. */
  readonly read: number;
  /** Tokens written. */
  readonly output: number;
  /** Those read from the cache. */
  readonly cacheRead: number;
  /** Those put into the cache. */
  readonly cacheWrite?: number;
}

/** Takes the cached tokens out of those read, so that the counts are disjoint. */
export function disjointUsage(counts: InclusiveCounts): Usage {
  const { read, output, cacheRead, cacheWrite = 0 } = counts;
  return { input: read - cacheRead - cacheWrite, output, cacheRead, cacheWrite };
}

/** All tokens read, from a cache or not: what most providers call the prompt. */
export function tokensRead({ input, cacheRead, cacheWrite }: Usage): number {
  return input + cacheRead + cacheWrite;
}

/** Tells whether every count is zero. */
export function isZeroUsage(usage: Usage): boolean {
  return usage.input === 0 && usage.output === 0 && usage.cacheRead === 0 && usage.cacheWrite === 0;
}

/** Tells whether every count is one: a finite number that is not negative. */
export function isValidUsage(usage: Usage): boolean {
  return isCount(usage.input) && isCount(usage.output) && isCount(usage.cacheRead) &&
    isCount(usage.cacheWrite);
}

/** Raises what is no count to zero. */
export function clampUsage(usage: Usage): Usage {
  const clamp = (count: number) => isCount(count) ? count : 0;
  return {
    input: clamp(usage.input),
    output: clamp(usage.output),
    cacheRead: clamp(usage.cacheRead),
    cacheWrite: clamp(usage.cacheWrite),
  };
}

function isCount(count: number): boolean {
  return Number.isFinite(count) && count >= 0;
}
