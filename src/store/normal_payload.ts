import { shown } from "../shown.ts";
import type { Json } from "./trace_event.ts";
import { TraceStoreError } from "./trace_store_error.ts";

/** How deep a payload may be: every engine and every `JSON.stringify` takes that. */
const MAX_DEPTH = 1000;

/** An object or list that is being copied. What is wrong in it is looked for from here up, as most payloads are right. */
interface Level {
  readonly value: object;
  /** The one that it is in; the text of the payload's own path at the top. */
  readonly above: Level | string;
  /** How many it is in, itself included. */
  readonly depth: number;
  /** Which of its members or items is being copied. */
  key: string | number;
}

/**
 * Makes a payload regular: a copy with `-0` as 0 and without members that are `undefined`, which is what every store
 * gives back. Its text, by `JSON.stringify`, is what databases keep: NUL and lone surrogates are ASCII there.
 *
 * @example
 * ```ts
 * import { normalPayload } from "@wholeturn/wholeturn/testing";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(normalPayload({ a: -0, b: undefined } as never), { a: 0 });
 * ```
 *
 * @param value The payload.
 * @param path What messages call it.
 * @throws {TraceStoreError} `INVALID_EVENT` for what JSON cannot say: numbers that are not finite, `undefined` but as
 * a member, holes, functions, symbols, big integers, cycles, members of lists besides their items, and instances of
 * classes.
 * @throws {TypeError} If the path is no text.
 */
export function normalPayload(value: Json, path: string = "payload"): Json {
  if (typeof path === "string") return copyOf(value, path);
  throw new TypeError(`Cannot check a payload as 'path' must be a text: got ${shown(path)}`);
}

function copyOf(value: unknown, above: Level | string): Json {
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      if (Number.isFinite(value)) return value === 0 ? 0 : value;
      break;
    case "object":
      return value === null ? null : copyOfObject(value, above);
  }
  throw invalid(pathTo(above), `is no value of JSON: ${shown(value)}`);
}

function copyOfObject(value: object, above: Level | string): Json {
  const depth = typeof above === "string" ? 1 : above.depth + 1;
  // The path of the place itself would be as long as the payload is deep.
  if (depth > MAX_DEPTH) throw invalid(topOf(above), `is nested more than ${MAX_DEPTH} deep`);
  if (isIn(value, above)) throw invalid(pathTo(above), "contains itself");
  if (!isPlain(value)) throw invalid(pathTo(above), "is an instance of a class");
  if (Object.getOwnPropertySymbols(value).length > 0) {
    throw invalid(pathTo(above), "has a symbol as a key");
  }
  const level: Level = { value, above, depth, key: "" };
  return Array.isArray(value) ? copyOfList(value, level) : copyOfMembers(value, level);
}

/** Tells by the length of the chain of prototypes, as values of another realm have prototypes of their own. */
function isPlain(value: object): boolean {
  let above: unknown = Object.getPrototypeOf(value);
  if (above === Object.prototype) return true;
  if (Array.isArray(value) && above !== null) above = Object.getPrototypeOf(above);
  return above === null || Object.getPrototypeOf(above) === null;
}

function isIn(value: object, above: Level | string): boolean {
  for (let level = above; typeof level !== "string"; level = level.above) {
    if (level.value === value) return true;
  }
  return false;
}

function copyOfList(list: readonly unknown[], level: Level): Json {
  const copy: Json[] = [];
  // Not map(), which passes over holes.
  for (let index = 0; index < list.length; index++) {
    level.key = index;
    copy.push(copyOf(list[index], level));
  }
  const keys = Object.keys(list);
  // The keys of the items come first.
  for (let nth = list.length; nth < keys.length; nth++) {
    level.key = keys[nth]!;
    if ((list as unknown as Record<string, unknown>)[level.key] === undefined) continue;
    throw invalid(pathTo(level), "is a member of a list, which has items only");
  }
  return copy;
}

function copyOfMembers(value: object, level: Level): Json {
  const copy: Record<string, Json> = {};
  for (const key of Object.keys(value)) {
    const member = (value as Record<string, unknown>)[key];
    if (member === undefined) continue;
    level.key = key;
    setMember(copy, key, copyOf(member, level));
  }
  return copy;
}

function setMember(copy: Record<string, Json>, key: string, value: Json): void {
  if (key !== "__proto__") {
    copy[key] = value;
    return;
  }
  // A plain assignment to this name would set the prototype.
  Object.defineProperty(copy, key, { value, enumerable: true, configurable: true, writable: true });
}

function pathTo(above: Level | string): string {
  let path = "";
  let level = above;
  for (; typeof level !== "string"; level = level.above) {
    path = (typeof level.key === "number" ? `[${level.key}]` : `.${level.key}`) + path;
  }
  return level + path;
}

function topOf(above: Level | string): string {
  let level = above;
  while (typeof level !== "string") level = level.above;
  return level;
}

function invalid(path: string, why: string): TraceStoreError {
  return new TraceStoreError("INVALID_EVENT", `Cannot keep the event as its '${path}' ${why}`, {
    path,
  });
}
