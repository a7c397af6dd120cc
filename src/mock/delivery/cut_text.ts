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
  const units = by === "token"
    ? splitTokens(text)
    : by === "word"
    ? text.match(/\s*\S+(?:\s+$)?|\s+$/g) ?? []
    : Array.from(text);
  if (size === 1) return units;
  const pieces: string[] = [];
  for (let at = 0; at < units.length; at += size) pieces.push(units.slice(at, at + size).join(""));
  return pieces;
}
