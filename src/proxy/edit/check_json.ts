import type { Bytes } from "../../bytes.ts";
import { checkScalar } from "./check_scalar.ts";
import { checkString } from "./check_string.ts";
import { JSON_BYTE } from "./json_byte.ts";
import { skipSpace } from "./json_scan.ts";
import { notJson } from "./json_syntax_error.ts";

/**
 * Makes sure that bytes are one JSON text in UTF-8, to the letter of RFC 8259; a byte order mark may stand before
 * it. It reads each byte once and does not recurse, so that no depth of nesting is too much for it.
 *
 * @param bytes The text.
 * @returns Where its value begins.
 * @throws {JsonSyntaxError} If it is none.
 */
export function checkJson(bytes: Bytes): number {
  const { length } = bytes;
  const root = skipSpace(bytes, hasByteOrderMark(bytes) ? 3 : 0);
  // Which kind of container each open one is, by the byte that closes it.
  const open: number[] = [];
  let at = root;
  do {
    at = checkValue(bytes, at, open);
    at = checkAfterValue(bytes, at, open);
  } while (open.length > 0);
  if (at < length) throw notJson(bytes, at, "the end");
  return root;
}

function hasByteOrderMark(bytes: Bytes): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

/** Reads a scalar, or the openings of containers up to their first scalar or to one that is empty. */
function checkValue(bytes: Bytes, start: number, open: number[]): number {
  let at = start;
  for (;;) {
    const byte = bytes[at];
    if (byte === JSON_BYTE.quote) return checkString(bytes, at);
    if (byte !== JSON_BYTE.openObject && byte !== JSON_BYTE.openArray) {
      return checkScalar(bytes, at);
    }
    const isObject = byte === JSON_BYTE.openObject;
    const close = isObject ? JSON_BYTE.closeObject : JSON_BYTE.closeArray;
    at = skipSpace(bytes, at + 1);
    if (bytes[at] === close) return at + 1;
    open.push(close);
    if (isObject) at = checkKey(bytes, at, 'a name or "}"');
  }
}

/** Reads what closes containers, up to the next value. */
function checkAfterValue(bytes: Bytes, start: number, open: number[]): number {
  let at = start;
  for (;;) {
    at = skipSpace(bytes, at);
    const close = open.at(-1);
    if (close === undefined) return at;
    const byte = bytes[at];
    if (byte === JSON_BYTE.comma) {
      at = skipSpace(bytes, at + 1);
      return close === JSON_BYTE.closeObject ? checkKey(bytes, at, "a name") : at;
    }
    if (byte !== close) {
      throw notJson(bytes, at, `"," or "${String.fromCharCode(close)}"`);
    }
    open.pop();
    at++;
  }
}

/** Reads a name and its colon, up to the value. */
function checkKey(bytes: Bytes, start: number, expected: string): number {
  if (bytes[start] !== JSON_BYTE.quote) throw notJson(bytes, start, expected);
  const colon = skipSpace(bytes, checkString(bytes, start));
  if (bytes[colon] !== JSON_BYTE.colon) throw notJson(bytes, colon, '":"');
  return skipSpace(bytes, colon + 1);
}
