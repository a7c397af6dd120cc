import { toBytes } from "../../bytes.ts";
import type { JsonFault, JsonPlace } from "./json_fault.ts";

const PLACES: Readonly<Record<Exclude<JsonPlace, "literal">, string>> = {
  value: "looking for beginning of value",
  key: "looking for beginning of object key string",
  colon: "after object key",
  object: "after object key:value pair",
  array: "after array element",
  top: "after top-level value",
  string: "in string literal",
  escape: "in string escape code",
  hex: "in \\u hexadecimal character escape",
  number: "in numeric literal",
};

/**
 * Says why a text is no JSON, in the words of Go, in which Ollama and Cohere are written.
 *
 * @param text The text.
 * @param fault Where it stops being JSON.
 */
export function goJsonWords(text: string, { at, place, word }: JsonFault): string {
  if (at >= text.length) return "unexpected EOF";
  const where = word === undefined
    ? PLACES[place as keyof typeof PLACES]
    : `in literal ${word.whole} (expecting '${word.letter}')`;
  return `invalid character ${quotedByte(text, at)} ${where}`;
}

/** Go looks at bytes, and shows each as the character of its number. */
function quotedByte(text: string, at: number): string {
  const char = String.fromCodePoint(text.codePointAt(at)!);
  const byte = String.fromCharCode(toBytes(char)[0]!);
  if (byte === "'") return `'\\''`;
  return byte === '"' ? `'"'` : `'${JSON.stringify(byte).slice(1, -1)}'`;
}
