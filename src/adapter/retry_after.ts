import { stringOf } from "../wire/json.ts";
import type { JsonObject } from "../wire/json.ts";
import { parseHttpDate } from "./http_date.ts";

/** The longest wait that is told, in milliseconds: a timer of more would fire at once. */
export const MAX_RETRY_AFTER_MS = 2_147_483_647;

/**
 * Reads how long a provider asks to wait: `retry-after-ms`, or else `retry-after` in whole seconds
 * or as an HTTP date.
 *
 * @param headers The headers of the answer.
 * @param nowMs The time now, in milliseconds since 1970.
 * @returns The wait in milliseconds, at most `MAX_RETRY_AFTER_MS`; 0 for a date gone by; `undefined`
 * if there is none that can be read.
 */
export function retryAfterMs(headers: Headers, nowMs: number): number | undefined {
  const ms = headers.get("retry-after-ms") ?? "";
  if (/^\d+(\.\d+)?$/.test(ms)) return saturate(Number(ms));
  const value = headers.get("retry-after") ?? "";
  if (/^\d+$/.test(value)) return saturate(Number(value) * 1000);
  const date = parseHttpDate(value, nowMs);
  return date === undefined ? undefined : saturate(date - nowMs);
}

/**
 * Reads how long Google asks to wait, which it says in the body.
 *
 * @param details The typed details of its error.
 * @returns The wait in milliseconds; `undefined` if there is none that can be read.
 */
export function retryInfoMs(details: readonly JsonObject[]): number | undefined {
  const info = details.find((detail) => stringOf(detail["@type"]).endsWith("RetryInfo"));
  const seconds = /^(\d+(?:\.\d+)?)s$/.exec(stringOf(info?.retryDelay))?.[1];
  return seconds === undefined ? undefined : saturate(Number(seconds) * 1000);
}

function saturate(ms: number): number {
  return Math.min(MAX_RETRY_AFTER_MS, Math.max(0, Math.ceil(ms)));
}
