import type { BodySource, Taken } from "../delivery/body_source.ts";
import type { RecordedEnd } from "./cassette.ts";
import type { Piece } from "./piece.ts";

/**
 * Gives the pieces of a recorded body, each when it is due and never two at once.
 *
 * @param pieces The pieces.
 * @param end How it ended.
 * @param speed How many times faster than recorded; 0 is at once.
 */
export function pieceSource(
  pieces: readonly Piece[],
  end: RecordedEnd,
  speed: number,
): BodySource {
  let index = 0;
  function take(nowMs: number): Taken {
    const piece = pieces[index];
    const dueMs = scaledMs((piece ?? end).afterMs, speed);
    if (dueMs > nowMs) return { bytes: undefined, frames: 0, dueMs, end: undefined };
    index++;
    if (piece !== undefined) return { bytes: piece.bytes, frames: 0, dueMs, end: undefined };
    if (end.how === "abort") {
      throw new Error("The recording ends here: the client had left when it was made");
    }
    return { bytes: undefined, frames: 0, dueMs, end: end.how === "reset" ? "reset" : "whole" };
  }
  return { take, close: () => void (index = pieces.length) };
}

/**
 * Gives a recorded time in a replay.
 *
 * @param ms The time, in milliseconds.
 * @param speed How many times faster; 0 is at once.
 */
export function scaledMs(ms: number, speed: number): number {
  return speed === 0 ? 0 : ms / speed;
}
