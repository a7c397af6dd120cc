import { type Bytes, toBytes } from "../../bytes.ts";
import type { Clock } from "../../clock.ts";
import type { Problem } from "../providers/problem.ts";
import type { BodyFraming } from "../request/ask.ts";
import type { Delivery } from "./delivery_plan.ts";
import type { Frame } from "./frame.ts";

/** How a body ended: whole, by a fault that was asked for, because the client left, or by a bug. */
export type BodyEnd = "served" | "fault" | "aborted" | "failed";

/** What of a body was handed over. */
export interface Delivered {
  /** Whole frames. */
  readonly frames: number;
  /** Bytes. */
  readonly bytes: number;
  /** How it ended. */
  readonly end: BodyEnd;
  /** What it failed with, or the client's reason. */
  readonly error?: unknown;
}

/** What a delivery needs. */
export interface DeliverOptions {
  /** What carries the frames. */
  readonly framing: BodyFraming;
  /** How to deliver them. */
  readonly delivery: Delivery;
  /** Where time comes from. */
  readonly clock: Clock;
  /** The call's own row of numbers. */
  readonly random: () => number;
  /** Aborts when the client leaves. */
  readonly signal: AbortSignal | undefined;
  /** Writes what the provider says within a stream. */
  readonly problemFrames: (problem: Problem) => Iterable<Frame>;
  /** Told once, when the body is over, never before `deliver()` returns. */
  readonly onSettled: (delivered: Delivered) => void;
}

/** How much text is handed over at once where nothing separates the frames, in characters. */
const WRITE_CHARS = 32 * 1024;

/**
 * Writes the frames of an answer as a body, at the pace of its reader.
 *
 * @param frames The frames; asked for one by one.
 * @param options How.
 */
export function deliver(frames: Iterable<Frame>, options: DeliverOptions): ReadableStream<Bytes> {
  const { framing, onSettled } = options;
  const source = frames[Symbol.iterator]();
  let count = 0;
  let bytes = 0;
  let isSettled = false;
  function settle(end: BodyEnd, error?: unknown): void {
    if (isSettled) return;
    isSettled = true;
    onSettled({ frames: count, bytes, end, error });
  }
  return new ReadableStream<Bytes>({
    pull(controller) {
      let text = "";
      let done = false;
      while (text.length < WRITE_CHARS) {
        const next = source.next();
        done = next.done === true;
        if (next.done) break;
        text += frameText(framing, next.value, count++);
      }
      if (done && framing === "json-array") text += count === 0 ? "[]" : "\n]";
      const chunk = toBytes(text);
      bytes += chunk.length;
      if (chunk.length > 0) controller.enqueue(chunk);
      if (!done) return;
      controller.close();
      settle("served");
    },
    cancel(reason) {
      source.return?.();
      settle("aborted", reason);
    },
  }, { highWaterMark: 0 });
}

/** Spells one frame as its framing has it. */
export function frameText(framing: BodyFraming, frame: Frame, index: number): string {
  switch (framing) {
    case "sse":
      return frame.event === undefined
        ? `data: ${frame.data}\n\n`
        : `event: ${frame.event}\ndata: ${frame.data}\n\n`;
    case "ndjson":
      return `${frame.data}\n`;
    case "json-array":
      return `${index === 0 ? "[" : ","}${frame.data}\n`;
  }
}
