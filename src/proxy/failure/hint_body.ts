import { isObject, type JsonObject, stringOf } from "../../wire/json.ts";
import { parseGoDuration, parseRfc3339, waitOfNumber, waitUntil } from "./durations.ts";
import type { ErrorBody } from "./error_body.ts";

/**
 * Reads how long the body of an answer asks to wait: in Google's details, in members, or else in its sentence.
 *
 * @returns Milliseconds; `undefined` if it does not.
 */
export function askedByBody(error: ErrorBody, nowMs: number): number | undefined {
  return askedByDetails(error.details, nowMs) ?? askedByMembers(error.object, nowMs) ??
    askedByText(error.message);
}

function askedByDetails(details: readonly JsonObject[], nowMs: number): number | undefined {
  const waits: number[] = [];
  for (const detail of details) {
    const type = stringOf(detail["@type"]);
    const ms = type.endsWith("RetryInfo")
      ? parseGoDuration(stringOf(detail.retryDelay))
      : type.endsWith("ErrorInfo")
      ? quotaReset(detail.metadata, nowMs)
      : undefined;
    if (ms !== undefined) waits.push(ms);
  }
  return waits.length === 0 ? undefined : Math.max(...waits);
}

function quotaReset(metadata: unknown, nowMs: number): number | undefined {
  if (!isObject(metadata)) return undefined;
  return parseGoDuration(stringOf(metadata.quotaResetDelay)) ??
    waitUntil(parseRfc3339(stringOf(metadata.quotaResetTimeStamp)), nowMs);
}

function askedByMembers(object: JsonObject, nowMs: number): number | undefined {
  for (const name of ["resets_in_seconds", "retry_after", "resets_at"]) {
    const value = object[name];
    if (typeof value !== "number") continue;
    const ms = waitOfNumber(value, nowMs);
    if (ms !== undefined) return ms;
  }
  return waitUntil(parseRfc3339(stringOf(object.resets_at)), nowMs);
}

const LEAD = "\\b(?:try again|retry|retry again|wait)\\s+(?:in|after|for)\\s+";
const SHORT = "(?:\\d+(?:\\.\\d+)?(?:ms|[smhd]))+(?![a-z0-9])";
const LONG = "\\d+(?:\\.\\d+)?\\s+(?:millisecond|second|sec|minute|min|hour|day)s?\\b";
const WAIT = new RegExp(`${LEAD}(?:(${SHORT})|(${LONG}))`, "i");
const LONG_UNITS: ReadonlyMap<string, string> = new Map([
  ["mil", "ms"],
  ["sec", "s"],
  ["min", "m"],
  ["hou", "h"],
  ["day", "d"],
]);
/** A sentence is shorter; what follows may be a client's own words, sent back. */
const MAX_CHARS = 2048;

/** Reads "try again in 7m59.5s", "retry after 33 seconds" and the like. */
function askedByText(message: string): number | undefined {
  const [, short, long] = WAIT.exec(message.slice(0, MAX_CHARS)) ?? [];
  if (short !== undefined) return parseGoDuration(short.toLowerCase());
  if (long === undefined) return undefined;
  const [amount, unit] = long.split(/\s+/) as [string, string];
  return parseGoDuration(amount + LONG_UNITS.get(unit.slice(0, 3).toLowerCase()));
}
