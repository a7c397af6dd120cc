import { MAX_RETRY_AFTER_MS } from "../../adapter/retry_after.ts";

const UNITS_MS: ReadonlyMap<string, number> = new Map([
  ["ns", 1e-6],
  ["us", 1e-3],
  ["µs", 1e-3],
  ["μs", 1e-3],
  ["ms", 1],
  ["s", 1000],
  ["m", 60_000],
  ["h", 3_600_000],
  ["d", 86_400_000],
]);
const NUMBER = "\\d+(?:\\.\\d+)?";
const UNIT = "(?:ns|us|µs|μs|ms|s|m|h|d)";
const PART = new RegExp(`(${NUMBER})(${UNIT})`, "g");
const WHOLE = new RegExp(`^(?:${NUMBER}${UNIT})+$`);
/** No duration is longer, and no text that is may cost time. */
const MAX_CHARS = 64;

/**
 * Reads a duration as Go writes it: `12ms`, `6m0s`, `1h2m3.5s`.
 *
 * @returns Milliseconds; `undefined` if it is none.
 */
export function parseGoDuration(text: string): number | undefined {
  if (text.length > MAX_CHARS || !WHOLE.test(text)) return undefined;
  const parts = [...text.matchAll(PART)];
  return wait(parts.reduce((sum, [, n, unit]) => sum + Number(n) * UNITS_MS.get(unit!)!, 0));
}

/**
 * Reads a number of seconds: `30`, `1.5`.
 *
 * @returns Milliseconds; `undefined` for anything else, as `-3`, `1e3` and a date.
 */
export function parseSeconds(text: string): number | undefined {
  return /^\d+(?:\.\d+)?$/.test(text) ? wait(Number(text) * 1000) : undefined;
}

/**
 * Makes a wait of a number of milliseconds: whole, not negative, and not longer than a timer can count.
 *
 * @returns The wait; `undefined` if it is no number.
 */
export function wait(ms: number): number | undefined {
  if (Number.isNaN(ms)) return undefined;
  const bounded = Math.min(MAX_RETRY_AFTER_MS, Math.max(0, ms));
  // 1.1 s are 1100.0000000000002 ms, which are not 1101.
  return Math.ceil(Math.round(bounded * 1e3) / 1e3);
}

/**
 * Makes a wait of a time to wait for.
 *
 * @returns The wait; `undefined` if the time has come, or is none.
 */
export function waitUntil(timeMs: number | undefined, nowMs: number): number | undefined {
  return timeMs !== undefined && timeMs > nowMs ? wait(timeMs - nowMs) : undefined;
}

const RFC_3339 = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:[Zz]|[+-]\d\d:\d\d)$/;

/**
 * Reads a time as RFC 3339 writes it.
 *
 * @returns Milliseconds since 1970; `undefined` if it is none.
 */
export function parseRfc3339(text: string): number | undefined {
  if (!RFC_3339.test(text)) return undefined;
  const time = Date.parse(text.toUpperCase());
  return Number.isNaN(time) ? undefined : time;
}

/** The first number of seconds that is taken for a time rather than for a duration: 2001. */
const FIRST_EPOCH_S = 1e9;
/** The first number that is taken for milliseconds since 1970. */
const FIRST_EPOCH_MS = 1e12;

/**
 * Makes a wait of a number that is seconds from now, seconds since 1970, or milliseconds since 1970, as its size
 * tells: providers use each of them under the same name.
 */
export function waitOfNumber(value: number, nowMs: number): number | undefined {
  if (!(value >= 0)) return undefined;
  if (value >= FIRST_EPOCH_MS) return waitUntil(value, nowMs);
  return value >= FIRST_EPOCH_S ? waitUntil(value * 1000, nowMs) : wait(value * 1000);
}
