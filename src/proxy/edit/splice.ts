import type { Bytes } from "../../bytes.ts";

/** A part of a text and what stands there instead. */
export interface Splice {
  /** Where the part begins. */
  readonly start: number;
  /** The next byte behind it; its start to put something in between. */
  readonly end: number;
  /** What stands there instead. */
  readonly bytes: Bytes;
}

/**
 * Replaces parts of a text.
 *
 * @param bytes The text, which stays as it is.
 * @param splices What to replace, in any order; no two parts overlap.
 * @returns A new text.
 */
export function applySplices(bytes: Bytes, splices: readonly Splice[]): Bytes {
  const ordered = splices.toSorted((a, b) => a.start - b.start || a.end - b.end);
  const grown = ordered.reduce((sum, { start, end, bytes }) => sum + bytes.length - end + start, 0);
  const result = new Uint8Array(bytes.length + grown);
  let read = 0;
  let written = 0;
  for (const splice of ordered) {
    const kept = bytes.subarray(read, splice.start);
    result.set(kept, written);
    result.set(splice.bytes, written + kept.length);
    written += kept.length + splice.bytes.length;
    read = splice.end;
  }
  result.set(bytes.subarray(read), written);
  return result;
}
