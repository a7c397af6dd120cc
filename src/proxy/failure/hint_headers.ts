import { parseHttpDate } from "../../adapter/http_date.ts";
import {
  parseGoDuration,
  parseRfc3339,
  parseSeconds,
  wait,
  waitOfNumber,
  waitUntil,
} from "./durations.ts";
import type { HeaderList } from "../header_list.ts";

/**
 * Reads how long the headers ask to wait: `retry-after-ms`, `x-ms-retry-after-ms`, or else `retry-after` in seconds or
 * as an HTTP date.
 *
 * @returns Milliseconds; `undefined` if they do not, or name a date gone by.
 */
export function askedByHeaders(headers: HeaderList, nowMs: number): number | undefined {
  for (const name of ["retry-after-ms", "x-ms-retry-after-ms"]) {
    const value = headers.get(name) ?? "";
    if (/^\d+(?:\.\d+)?$/.test(value)) return wait(Number(value));
  }
  const value = headers.get("retry-after") ?? "";
  return parseSeconds(value) ?? waitUntil(parseHttpDate(value, nowMs), nowMs);
}

/**
 * Reads when the quota that is used up begins anew. What is left of another quota says nothing about this failure.
 *
 * @returns Milliseconds, of several quotas the longest time; `undefined` if none is said to be used up.
 */
export function resetByHeaders(headers: HeaderList, nowMs: number): number | undefined {
  const waits: number[] = [];
  const all: ReadonlyMap<string, string> = new Map(headers);
  for (const [name, value] of all) {
    const remaining = remainingName(name);
    if (remaining === undefined || !isNone(all.get(remaining))) continue;
    const ms = resetMs(value, nowMs);
    if (ms !== undefined) waits.push(ms);
  }
  const unified = unifiedReset(headers, nowMs);
  if (unified !== undefined) waits.push(unified);
  const rateLimit = rateLimitMs(headers.get("ratelimit") ?? "");
  if (rateLimit !== undefined) waits.push(rateLimit);
  return waits.length === 0 ? undefined : Math.max(...waits);
}

/** Gives the name of the header that says what is left, for one that says when there is more. */
function remainingName(name: string): string | undefined {
  const plain = /^((?:x-)?ratelimit-)reset(-[a-z0-9-]+)?$/.exec(name);
  if (plain) return `${plain[1]}remaining${plain[2] ?? ""}`;
  const anthropic = /^(anthropic-ratelimit-[a-z0-9-]+)-reset$/.exec(name);
  return anthropic ? `${anthropic[1]}-remaining` : undefined;
}

function isNone(remaining: string | undefined): boolean {
  return remaining !== undefined && /^0+(?:\.0+)?$/.test(remaining);
}

function resetMs(value: string, nowMs: number): number | undefined {
  if (/^\d+(?:\.\d+)?$/.test(value)) return waitOfNumber(Number(value), nowMs);
  return parseGoDuration(value) ?? waitUntil(parseRfc3339(value), nowMs);
}

/** Anthropic's quotas of subscriptions have a state in place of a rest. */
function unifiedReset(headers: HeaderList, nowMs: number): number | undefined {
  if (headers.get("anthropic-ratelimit-unified-status") !== "rejected") return undefined;
  return resetMs(headers.get("anthropic-ratelimit-unified-reset") ?? "", nowMs);
}

const QUOTED = '"(?:[^"\\\\]|\\\\["\\\\])*"';
const TOKEN = "[A-Za-z*][\\w:/!#$%&'*+.^`|~-]*";
const PARAMETER = `;[ ]*[a-z*][a-z0-9_.*-]*(?:=(?:${QUOTED}|:[\\w+/=]*:|[^;,:"= ]+))?`;
const MEMBER = new RegExp(
  `[ \\t]*(?:${QUOTED}|${TOKEN})((?:${PARAMETER})*)[ \\t]*(?:,(?=.)|$)`,
  "y",
);
/** No such header is longer, and none that is may cost time. */
const MAX_CHARS = 2048;

/** Reads the IETF's `RateLimit` field: `"policy";r=0;t=30`. As that asks, it is ignored if any of it is malformed. */
function rateLimitMs(value: string): number | undefined {
  if (value.length > MAX_CHARS) return undefined;
  let longest: number | undefined;
  for (let at = 0; at < value.length; at = MEMBER.lastIndex) {
    MEMBER.lastIndex = at;
    const member = MEMBER.exec(value);
    if (!member) return undefined;
    const seconds = /;[ ]*t=(\d+)(?=;|$)/.exec(member[1]!)?.[1];
    const isUsedUp = /;[ ]*r=0+(?=;|$)/.test(member[1]!);
    if (!isUsedUp || seconds === undefined) continue;
    longest = Math.max(longest ?? 0, parseSeconds(seconds)!);
  }
  return longest;
}
