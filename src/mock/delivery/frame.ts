import type { FaultKind } from "./delivery_plan.ts";

/**
 * Which part of a stream a frame is: `open` before any content, `content`, `close` for what ends a
 * block, `finish` where the reason is told, `usage` where only tokens are, `marker` where the stream
 * says that it is over, `ping` for what carries nothing, `problem` for an error.
 */
export type FramePart =
  | "open"
  | "content"
  | "close"
  | "finish"
  | "usage"
  | "marker"
  | "ping"
  | "problem";

/** One frame of a streamed body: an event, a line, or an element. */
export interface Frame {
  /** The SSE event's name, on wires that have them. */
  readonly event: string | undefined;
  /** The payload: one line, as JSON is, unless `isMultiline` says otherwise. */
  readonly data: string;
  /** Whether the payload may have line ends, which some framings must take apart. @default {false} */
  readonly isMultiline?: boolean | undefined;
  /** Which part of the stream it is. */
  readonly part: FramePart;
  /** How many tokens it carries; what the time between frames is made of. */
  readonly tokens: number;
  /** Whether it stands in a stream of events without being one, on a line of its own. @default {false} */
  readonly isBare?: boolean | undefined;
  /** Which faults happen to a client that gets it. @default {none} */
  readonly faults?: readonly FaultKind[] | undefined;
}

/** Tells whether a frame carries a part of what the model says. */
export function hasContent({ part, tokens }: Frame): boolean {
  return part === "open" || part === "content" || tokens > 0;
}

/** Gives a frame with one more fault that happens with it. */
export function withFaultIn(frame: Frame, kind: FaultKind): Frame {
  return { ...frame, faults: [...frame.faults ?? [], kind] };
}
