import type { Frame, FramePart } from "../delivery/frame.ts";

/** Makes a frame without an event's name. */
export function dataFrame(part: FramePart, data: string, tokens = 0): Frame {
  return { event: undefined, data, part, tokens };
}
