import type { Bytes } from "../../bytes.ts";
import { JSON_BYTE } from "./json_byte.ts";

/**
 * Passes over white space.
 *
 * @param bytes A text.
 * @param start Where to begin.
 * @returns Where the next byte that is none stands; the length of the text if there is none.
 */
export function skipSpace(bytes: Bytes, start: number): number {
  let at = start;
  for (;;) {
    const byte = bytes[at];
    if (
      byte !== JSON_BYTE.space && byte !== JSON_BYTE.lineFeed &&
      byte !== JSON_BYTE.carriageReturn && byte !== JSON_BYTE.tab
    ) return at;
    at++;
  }
}

/**
 * Passes over a string.
 *
 * @param bytes A text that is known to be JSON.
 * @param start Where the string begins.
 * @returns Where the next byte behind it stands.
 */
export function skipString(bytes: Bytes, start: number): number {
  let at = start + 1;
  for (;;) {
    const byte = bytes[at];
    if (byte === JSON_BYTE.quote) return at + 1;
    at += byte === JSON_BYTE.backslash ? 2 : 1;
  }
}

/**
 * Passes over a value, however deeply it is nested.
 *
 * @param bytes A text that is known to be JSON.
 * @param start Where the value begins.
 * @returns Where the next byte behind it stands.
 */
export function skipValue(bytes: Bytes, start: number): number {
  const first = bytes[start];
  if (first === JSON_BYTE.quote) return skipString(bytes, start);
  const isContainer = first === JSON_BYTE.openObject || first === JSON_BYTE.openArray;
  return isContainer ? skipContainer(bytes, start) : skipScalar(bytes, start);
}

function skipContainer(bytes: Bytes, start: number): number {
  let at = start + 1;
  for (let depth = 1; depth > 0;) {
    const byte = bytes[at]!;
    if (byte === JSON_BYTE.quote) {
      at = skipString(bytes, at);
      continue;
    }
    // Outside of strings, the bit that tells "[" from "{" and "]" from "}" stands nowhere else.
    const kind = byte & 0xdf;
    if (kind === JSON_BYTE.openArray) depth++;
    else if (kind === JSON_BYTE.closeArray) depth--;
    at++;
  }
  return at;
}

function skipScalar(bytes: Bytes, start: number): number {
  let at = start;
  for (;;) {
    const byte = bytes[at];
    // Only white space and signs end one: letters, digits, "+", "-" and "." stand within.
    if (byte === undefined || byte <= JSON_BYTE.space || byte === JSON_BYTE.comma) return at;
    if (byte === JSON_BYTE.closeArray || byte === JSON_BYTE.closeObject) return at;
    at++;
  }
}
