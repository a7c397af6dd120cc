import { aBoolean, aNumber, aWhole, membersIn, type Shape } from "../options/shape.ts";

/** When a client is told to try again, and whether; what SDKs look at before their own rules. */
export interface RetryAfter {
  /** `retry-after` in whole seconds. */
  readonly seconds?: number | undefined;
  /** `retry-after` as an HTTP date, so many seconds from now; it has no parts of a second, which are cut off. */
  readonly dateInSeconds?: number | undefined;
  /** `retry-after-ms` in milliseconds; SDKs look at it first. */
  readonly ms?: number | undefined;
  /** `x-should-retry`. */
  readonly shouldRetry?: boolean | undefined;
}

const MEMBERS: Shape = membersIn({
  seconds: aWhole(0),
  dateInSeconds: aNumber(-1e9, 1e9),
  ms: aNumber(0, Number.MAX_SAFE_INTEGER),
  shouldRetry: aBoolean,
});

/** A {@linkcode RetryAfter}: seconds and a date are the same header, so that it has one of them at most. */
export const aRetryAfter: Shape = (value, path) => {
  MEMBERS(value, path);
  const { seconds, dateInSeconds } = value as RetryAfter;
  if (seconds === undefined || dateInSeconds === undefined) return;
  throw new TypeError(
    `Cannot use '${path}' as it must have either 'seconds' or 'dateInSeconds', and it has both`,
  );
};

/**
 * Writes the headers that tell a client when to try again.
 *
 * @param retryAfter What it is told.
 * @param nowMs The time now, in milliseconds since 1970.
 */
export function retryHeaders(
  retryAfter: RetryAfter,
  nowMs: number,
): Readonly<Record<string, string>> {
  const { seconds, dateInSeconds, ms, shouldRetry } = retryAfter;
  const headers: Record<string, string> = {};
  if (seconds !== undefined) headers["retry-after"] = String(seconds);
  if (dateInSeconds !== undefined) {
    headers["retry-after"] = new Date(nowMs + dateInSeconds * 1000).toUTCString();
  }
  if (ms !== undefined) headers["retry-after-ms"] = String(ms);
  if (shouldRetry !== undefined) headers["x-should-retry"] = String(shouldRetry);
  return headers;
}

/**
 * Tells when a client is told to try again, in milliseconds from now; `undefined` if it is not told.
 *
 * @param retryAfter What it is told.
 */
export function retryAfterMs(retryAfter: RetryAfter | undefined): number | undefined {
  const { seconds = retryAfter?.dateInSeconds, ms } = retryAfter ?? {};
  return ms ?? (seconds === undefined ? undefined : 1000 * seconds);
}
