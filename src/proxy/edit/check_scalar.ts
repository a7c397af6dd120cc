import { type Bytes, toBytes } from "../../bytes.ts";
import { JSON_BYTE } from "./json_byte.ts";
import { notJson } from "./json_syntax_error.ts";

/** The words of JSON, by their first byte. */
const WORDS: ReadonlyMap<number, Bytes> = new Map(
  ["true", "false", "null"].map((word) => [word.charCodeAt(0), toBytes(word)]),
);

/**
 * Makes sure that a number, `true`, `false` or `null` stands at a place.
 *
 * @param bytes The text.
 * @param start Where it begins.
 * @returns Where the next byte behind it is.
 * @throws {JsonSyntaxError} If none does.
 */
export function checkScalar(bytes: Bytes, start: number): number {
  const first = bytes[start];
  const word = first === undefined ? undefined : WORDS.get(first);
  if (word !== undefined) return checkWord(bytes, start, word);
  if (first !== JSON_BYTE.minus && !isDigit(first)) {
    throw notJson(bytes, start, "a value");
  }
  return checkNumber(bytes, start);
}

function checkWord(bytes: Bytes, start: number, word: Bytes): number {
  for (let index = 1; index < word.length; index++) {
    if (bytes[start + index] !== word[index]) {
      throw notJson(bytes, start + index, "true, false or null");
    }
  }
  return start + word.length;
}

function checkNumber(bytes: Bytes, start: number): number {
  let at = bytes[start] === JSON_BYTE.minus ? start + 1 : start;
  // No digit may follow a zero: whatever reads on refuses it, as a value ended here.
  at = bytes[at] === JSON_BYTE.zero ? at + 1 : checkDigits(bytes, at);
  if (bytes[at] === JSON_BYTE.point) at = checkDigits(bytes, at + 1);
  // An exponent begins with e, in either case.
  if (((bytes[at] ?? 0) | 0x20) !== 0x65) return at;
  const sign = bytes[at + 1];
  const isSigned = sign === JSON_BYTE.plus || sign === JSON_BYTE.minus;
  return checkDigits(bytes, isSigned ? at + 2 : at + 1);
}

function checkDigits(bytes: Bytes, start: number): number {
  let at = start;
  while (isDigit(bytes[at])) at++;
  if (at === start) throw notJson(bytes, at, "a digit");
  return at;
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= JSON_BYTE.zero && byte <= JSON_BYTE.nine;
}
