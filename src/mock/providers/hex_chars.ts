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
    text += hashText(`${seedText}:${part}`).toString(16).padStart(8, "0");
  }
  return text.slice(0, chars);
}
