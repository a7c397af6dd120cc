import { normalPayload } from "../store/normal_payload.ts";
import type { Json } from "../store/trace_event.ts";

/**
 * Writes a value of JSON as the one text that all equal values have: keys in the order of their UTF-16 code units, no
 * blanks, texts and numbers as `JSON.stringify` writes them. So does RFC 8785; unlike there, half of a surrogate pair
 * may stand alone and is written as an escape.
 *
 * @example
 * ```ts
 * import { canonicalJson } from "@wholeturn/wholeturn/testing";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(canonicalJson({ b: [1, -0], a: "é" }), '{"a":"é","b":[1,0]}');
 * ```
 *
 * @param value The value; members that are `undefined` are left out.
 * @throws {TraceStoreError} `INVALID_EVENT` for what JSON cannot say; the message says where.
 */
export function canonicalJson(value: unknown): string {
  return textOf(normalPayload(value as Json, "value"));
}

function textOf(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(textOf).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .sort(([a], [b]) => a < b ? -1 : 1)
    .map(([name, member]) => `${JSON.stringify(name)}:${textOf(member)}`);
  return `{${members.join(",")}}`;
}
