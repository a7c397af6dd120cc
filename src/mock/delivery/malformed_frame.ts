import type { Frame } from "./frame.ts";

/**
 * Cuts the payload of a frame in half: no text of a JSON object is one without its end.
 *
 * @param frame The frame.
 */
export function malformed(frame: Frame): Frame {
  const { data } = frame;
  const half = Math.floor(data.length / 2);
  const isPair = /[\ud800-\udbff]/.test(data.charAt(half - 1));
  return { ...frame, data: half === 0 ? "{" : data.slice(0, isPair ? half + 1 : half) };
}
