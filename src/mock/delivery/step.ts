import { type Bytes, toBytes } from "../../bytes.ts";
import type { FaultKind } from "./delivery_plan.ts";
import type { Frame } from "./frame.ts";
import type { Pace } from "./pace.ts";
import type { Speller } from "./speller.ts";

/** How a body is over: as it should, or by a fault. */
export type StepEnd = "whole" | "close" | "reset" | "hang";

/** One thing that happens to a body, when its time has come. */
export type Step =
  | {
    /** Bytes are written. */
    readonly type: "bytes";
    /** When, in milliseconds since the request. */
    readonly dueMs: number;
    /** Which. */
    readonly bytes: Bytes;
    /** Whether a frame is whole with them. */
    readonly endsFrame: boolean;
    /** Which faults happen with them. @default {none} */
    readonly faults?: readonly FaultKind[] | undefined;
  }
  | {
    /** The body is over. */
    readonly type: "end";
    /** When, in milliseconds since the request. */
    readonly dueMs: number;
    /** How. */
    readonly how: StepEnd;
    /** Which faults happen with it. @default {none} */
    readonly faults?: readonly FaultKind[] | undefined;
    /** Whether all content was written and what ends it was not. @default {false} */
    readonly lacksEnd?: boolean | undefined;
  };

/**
 * Writes frames without a fault, each when it is asked for.
 *
 * @param frames The frames.
 * @param speller How they are spelt.
 * @param pace When they are due; without it, at once.
 */
export function* steps(
  frames: Iterable<Frame>,
  speller: Speller,
  pace: Pace | undefined,
): Generator<Step, void, undefined> {
  let count = 0;
  let dueMs = 0;
  for (const frame of frames) {
    if (pace !== undefined) dueMs = pace(frame);
    const bytes = toBytes(speller.frame(frame, count++));
    yield { type: "bytes", dueMs, bytes, endsFrame: true };
  }
  const bytes = toBytes(speller.tail(count));
  if (bytes.length > 0) yield { type: "bytes", dueMs, bytes, endsFrame: false };
  yield { type: "end", dueMs, how: "whole" };
}
