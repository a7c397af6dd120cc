import { hashText } from "../random.ts";

/**
 * Makes hexadecimal digits that only a text decides.
 *
 * @param seedText The text.
 * @param chars How many.
 */
export function hexChars(seedText: string, chars: number): string {
  let text = "";
  for (let part = 0; text.length < chars; part++) {
    const hash = hashText(`${seedText}:${part}`);
    for (let shift = 24; shift >= 0; shift -= 8) text += HEX[(hash >>> shift) & 0xff];
  }
  return text.slice(0, chars);
}

/** Each byte as two digits. */
const HEX: readonly string[] = Array.from(
  { length: 256 },
  (_, byte) => byte.toString(16).padStart(2, "0"),
);
