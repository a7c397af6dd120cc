import type { Bytes } from "../../bytes.ts";
import { JSON_BYTE } from "./json_byte.ts";
import { notJson } from "./json_syntax_error.ts";

/** What may stand behind a backslash, besides `u`. */
const ESCAPED = new Set(Array.from('"\\/bfnrt', (char) => char.charCodeAt(0)));

/**
 * Makes sure that a JSON string stands at a place, in UTF-8.
 *
 * @param bytes The text.
 * @param start Where its first quotation mark is.
 * @returns Where the next byte behind it is.
 * @throws {JsonSyntaxError} If it is none.
 */
export function checkString(bytes: Bytes, start: number): number {
  const { length } = bytes;
  let at = start + 1;
  while (at < length) {
    const byte = bytes[at]!;
    if (byte === JSON_BYTE.quote) return at + 1;
    if (byte === JSON_BYTE.backslash) at = checkEscape(bytes, at);
    else if (byte >= 0x80) at = checkCharacter(bytes, at, byte);
    else if (byte >= 0x20) at++;
    else throw notJson(bytes, at, "a control character as an escape");
  }
  throw notJson(bytes, length, "the end of a string");
}

function checkEscape(bytes: Bytes, start: number): number {
  const byte = bytes[start + 1];
  if (byte !== undefined && ESCAPED.has(byte)) return start + 2;
  if (byte !== 0x75) throw notJson(bytes, start + 1, "an escape");
  for (let at = start + 2; at < start + 6; at++) {
    if (!isHexDigit(bytes[at])) throw notJson(bytes, at, "four hexadecimal digits");
  }
  return start + 6;
}

function isHexDigit(byte = 0): boolean {
  const letter = byte | 0x20;
  return (byte >= 0x30 && byte <= 0x39) || (letter >= 0x61 && letter <= 0x66);
}

/** Reads a character of several bytes; overlong ones, surrogates and those beyond Unicode are none. */
function checkCharacter(bytes: Bytes, start: number, lead: number): number {
  const size = lead < 0xc2 || lead > 0xf4 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  if (size === 0) throw notJson(bytes, start, "UTF-8");
  const low = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  const high = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  const second = bytes[start + 1];
  if (second === undefined || second < low || second > high) {
    throw notJson(bytes, start + 1, "UTF-8");
  }
  for (let at = start + 2; at < start + size; at++) {
    const byte = bytes[at];
    if (byte === undefined || byte < 0x80 || byte > 0xbf) {
      throw notJson(bytes, at, "UTF-8");
    }
  }
  return start + size;
}
