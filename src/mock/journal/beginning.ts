import { isObject } from "../../wire/json.ts";
import type { JsonObject } from "../../wire/json.ts";
import { parsedOrUndefined } from "../../wire/json_text.ts";

/** Tells whether the arguments of two calls are the same, however they are written. */
export function isSameArguments(one: string, other: string): boolean {
  if (one === other) return true;
  const values = [parsedOrUndefined(one), parsedOrUndefined(other)];
  return !values.includes(undefined) && isSame(values[0], values[1]);
}

/**
 * Tells whether arguments are the beginning of others, or all of them: as text, or as what a client makes of text
 * that is cut. Parsers of partial JSON end an object where the text ends, and may put `null` where a value has not
 * begun.
 *
 * @param said The arguments, as text.
 * @param whole Those of which they may be the beginning.
 */
export function isBeginningOf(said: string, whole: string): boolean {
  if (whole.startsWith(said)) return true;
  const part = parsedOrUndefined(said);
  // What is no whole JSON some clients send as a text, where arguments must be JSON.
  if (typeof part === "string" && whole.startsWith(part)) return true;
  const all = parsedOrUndefined(whole);
  return part !== undefined && all !== undefined && begins(part, all);
}

/** It goes no deeper than the shallower value does: what clients send may be nested without end. */
function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one)) {
    return Array.isArray(other) && one.length === other.length &&
      one.every((item, at) => isSame(item, other[at]));
  }
  if (!isObject(one) || !isObject(other)) return one === other;
  const names = Object.keys(one);
  return names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSame(one[name], other[name]));
}

function begins(part: unknown, whole: unknown): boolean {
  if (part === null) return true;
  if (Array.isArray(part)) return Array.isArray(whole) && itemsBegin(part, whole);
  if (isObject(part)) return isObject(whole) && membersBegin(part, whole);
  return !Array.isArray(whole) && !isObject(whole) && String(whole).startsWith(String(part));
}

function itemsBegin(part: readonly unknown[], whole: readonly unknown[]): boolean {
  const last = part.length - 1;
  return part.length <= whole.length &&
    part.every((item, at) => at < last ? isSame(item, whole[at]) : begins(item, whole[at]));
}

/** Only one member can be cut; the order of the others a client may have changed. */
function membersBegin(part: JsonObject, whole: JsonObject): boolean {
  const others = Object.entries(part).filter(([name, member]) =>
    !Object.hasOwn(whole, name) || !isSame(member, whole[name])
  );
  return others.length <= 1 &&
    others.every(([name, member]) =>
      Object.hasOwn(whole, name)
        ? begins(member, whole[name])
        : member === null && Object.keys(whole).some((known) => known.startsWith(name))
    );
}
