import { splitTokens } from "../tokens/split_tokens.ts";
import type { Chunking } from "./delivery_plan.ts";

/**
 * Cuts a text into the pieces that go into one frame each; joined, they are the text.
 *
 * @param text The text.
 * @param chunking What a piece is.
 */
export function cutText(
  text: string,
  { by = "token", size = 1 }: Chunking = {},
): readonly string[] {
  const units = UNITS[by](text);
  if (size === 1) return units;
  const pieces: string[] = [];
  for (let at = 0; at < units.length; at += size) pieces.push(units.slice(at, at + size).join(""));
  return pieces;
}

const UNITS = {
  token: splitTokens,
  word: (text: string): readonly string[] => text.match(/\s*\S+(?:\s+$)?|\s+$/g) ?? [],
  character: splitCharacters,
};

/** Texts in which every unit is a character, but for CR and LF together. */
const PLAIN_REGEXP = /^[\x20-\x7e\n\t\u3000-\u3029\u3041-\u3096\u4e00-\u9fff\uff01-\uff60]*$/;

/** Cuts a text into what a reader takes for one character: emoji of several parts and marks stay whole. */
function splitCharacters(text: string): readonly string[] {
  if (PLAIN_REGEXP.test(text)) return text.split("");
  return Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
}
