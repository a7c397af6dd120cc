import type { BodyFraming } from "../request/ask.ts";
import type { Spelling } from "./delivery_plan.ts";
import type { Frame } from "./frame.ts";

/** What carries frames; `whole` is a body that is one frame, written as it is. */
export type Framing = BodyFraming | "whole";

/** Spells a body. */
export interface Speller {
  /** Gives the text of a frame, with all that stands before it. */
  frame(frame: Frame, index: number): string;
  /** Gives what follows the last frame. */
  tail(frames: number): string;
}

const LINE_END_REGEXP = /\r\n|\r|\n/;

/**
 * Makes the speller of a body.
 *
 * @param framing What carries the frames.
 * @param spelling How it is spelt. What a framing has no place for, as comments in JSON, has nothing to spell.
 * @throws {RangeError} If the framing would not be one with this end of lines.
 */
export function spellerOf(framing: Framing, spelling: Spelling = {}): Speller {
  const { bom = false, comment } = spelling;
  const plain = plainSpeller(framing, spelling);
  if (!bom && (comment === undefined || framing !== "sse")) return plain;
  const mark = bom ? "\ufeff" : "";
  const { lineEnd = "\n", spaceAfterColon = true } = spelling;
  const everyFrames = framing === "sse" && comment ? comment.everyFrames : Infinity;
  const note = comment && field("", comment.text, spaceAfterColon, lineEnd) + lineEnd;
  return {
    frame(frame, index) {
      const before = (index === 0 ? mark : "") + (index % everyFrames === 0 ? note ?? "" : "");
      return before + plain.frame(frame, index);
    },
    tail: (frames) => (frames === 0 ? mark : "") + plain.tail(frames),
  };
}

function plainSpeller(framing: Framing, { lineEnd = "\n", spaceAfterColon = true }: Spelling) {
  switch (framing) {
    case "sse":
      return {
        frame: spaceAfterColon
          ? (frame: Frame) => sseFrame(frame, lineEnd)
          : (frame: Frame) => spelledEvent(frame, spaceAfterColon, lineEnd),
        tail: () => "",
      };
    case "ndjson":
      if (lineEnd === "\r") {
        throw new RangeError(
          'Cannot deliver NDJSON as its lines must end in "\\n" or "\\r\\n": ' +
            "current value of 'delivery.spelling.lineEnd' is \"\\r\"",
        );
      }
      return { frame: ({ data }: Frame) => data + lineEnd, tail: () => "" };
    case "json-array":
      return {
        frame: ({ data }: Frame, index: number) => (index === 0 ? "[" : ",") + data + lineEnd,
        tail: (frames: number) => frames === 0 ? "[]" : `${lineEnd}]`,
      };
    case "whole":
      return { frame: ({ data }: Frame) => data, tail: () => "" };
  }
}

/** The spelling that all providers have, but for the end of lines, which must be fast. */
function sseFrame(frame: Frame, lineEnd: string): string {
  const { event, data } = frame;
  if (frame.isBare) return data + lineEnd;
  if (frame.isMultiline) return spelledEvent(frame, true, lineEnd);
  const field = `data: ${data}${lineEnd}${lineEnd}`;
  return event === undefined ? field : `event: ${event}${lineEnd}${field}`;
}

function spelledEvent(frame: Frame, space: boolean, lineEnd: string): string {
  const { event, data } = frame;
  if (frame.isBare) return data + lineEnd;
  let text = event === undefined ? "" : field("event", event, space, lineEnd);
  for (const line of data.split(LINE_END_REGEXP)) text += field("data", line, space, lineEnd);
  return text + lineEnd;
}

/** A value that begins with a space gets one anyway, as a reader takes one away. */
function field(name: string, value: string, space: boolean, lineEnd: string): string {
  return `${name}:${space || value.startsWith(" ") ? " " : ""}${value}${lineEnd}`;
}
