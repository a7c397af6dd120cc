import type { NextSeqs } from "./seal.ts";

/**
 * Writes the next numbers of streams as stores keep them: pairs, as a name may be one that objects treat as special.
 *
 * @param next The numbers.
 */
export function textOfNext(next: NextSeqs): string {
  return JSON.stringify([...next]);
}

/**
 * Reads what {@linkcode textOfNext} wrote.
 *
 * @param text The text.
 */
export function nextOfText(text: string): NextSeqs {
  return new Map(JSON.parse(text) as [string, number][]);
}
