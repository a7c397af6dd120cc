import { shown } from "../shown.ts";
import type { Json } from "./trace_event.ts";
import { TraceStoreError } from "./trace_store_error.ts";

/** How deep a payload may be: every engine and every `JSON.stringify` takes that. */
const MAX_DEPTH = 1000;

/** The part of a path that leads to the payload itself. */
const TOP_REGEXP = /^\w+\[\d+\]\.payload/;

/**
 * Makes a payload regular: a copy with `-0` as 0 and without members that are `undefined`, which is what every store
 * gives back. Its text, by `JSON.stringify`, is what stores keep: NUL and lone surrogates are ASCII there.
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
 */
export function normalPayload(value: Json, path: string = "payload"): Json {
  return copyOf(value, path, []);
}

function copyOf(value: unknown, path: string, above: object[]): Json {
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      if (Number.isFinite(value)) return value === 0 ? 0 : value;
      break;
    case "object":
      if (value === null) return null;
      if (above.length === MAX_DEPTH) {
        // The path of the place itself would be as long as the payload is deep.
        const top = TOP_REGEXP.exec(path)?.[0] ?? "payload";
        throw invalid(top, `is nested more than ${MAX_DEPTH} deep`);
      }
      if (above.includes(value)) throw invalid(path, "contains itself");
      return copyOfObject(value, path, above);
  }
  throw invalid(path, `is no value of JSON: ${shown(value)}`);
}

function copyOfObject(value: object, path: string, above: object[]): Json {
  if (!isPlain(value)) throw invalid(path, "is an instance of a class");
  if (Object.getOwnPropertySymbols(value).length > 0) {
    throw invalid(path, "has a symbol as a key");
  }
  above.push(value);
  const copy = Array.isArray(value)
    ? copyOfList(value, path, above)
    : copyOfMembers(value, path, above);
  above.pop();
  return copy;
}

/** Tells by the length of the chain of prototypes, as values of another realm have prototypes of their own. */
function isPlain(value: object): boolean {
  let above: unknown = Object.getPrototypeOf(value);
  if (Array.isArray(value) && above !== null) above = Object.getPrototypeOf(above);
  return above === null || Object.getPrototypeOf(above) === null;
}

function copyOfList(list: readonly unknown[], path: string, above: object[]): Json {
  // Not map(), which passes over holes.
  const copy = Array.from(list, (item, index) => copyOf(item, `${path}[${index}]`, above));
  // The keys of the items come first.
  for (const key of Object.keys(list).slice(list.length)) {
    if ((list as unknown as Record<string, unknown>)[key] === undefined) continue;
    throw invalid(`${path}.${key}`, "is a member of a list, which has items only");
  }
  return copy;
}

function copyOfMembers(value: object, path: string, above: object[]): Json {
  const copy: Record<string, Json> = {};
  for (const key of Object.keys(value)) {
    const member = (value as Record<string, unknown>)[key];
    if (member === undefined) continue;
    const item = copyOf(member, `${path}.${key}`, above);
    // A plain assignment to this name would set the prototype.
    Object.defineProperty(copy, key, {
      value: item,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return copy;
}

function invalid(path: string, why: string): TraceStoreError {
  return new TraceStoreError("INVALID_EVENT", `Cannot keep the event as its '${path}' ${why}`, {
    path,
  });
}
