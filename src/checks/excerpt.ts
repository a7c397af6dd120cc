import type { Bytes } from "../bytes.ts";
import type { SseEvent } from "../sse/sse_event.ts";

/** How many bytes an excerpt shows before its place. */
const BEFORE = 72;
/** How many bytes an excerpt shows after its place. */
const AFTER = 24;
/** How many characters an excerpt shows of the beginning of a frame, which frames have in common. */
const FRAME_HEAD = 48;
/** How many characters an excerpt shows of the end of a frame. */
const FRAME_TAIL = 160;
/** How many frames an excerpt shows. */
const MAX_FRAMES = 6;

/**
 * Shows a body around one place: where it was cut, or where what matters begins.
 *
 * @param body The body.
 * @param offset The place, in bytes from the start.
 * @param what What is at the place.
 */
export function excerptAt(body: Bytes, offset: number, what = "cut"): string {
  const start = Math.max(0, offset - BEFORE);
  const before = show(body.subarray(start, offset));
  const after = show(body.subarray(offset, offset + AFTER));
  const opening = start > 0 ? "…" : "";
  const closing = offset + AFTER < body.length ? "…" : "";
  return `${what} at byte ${offset} of ${body.length}: ${opening}${before} ✂ ${after}${closing}`;
}

/**
 * Shows a whole body; of a long one its beginning and its end.
 *
 * @param body The body.
 * @param most How many bytes to show.
 */
export function excerptOf(body: Bytes, most = 240): string {
  if (body.length === 0) return "body: (empty)";
  if (body.length <= most) return `body: ${show(body)}`;
  const tail = Math.floor(most / 4);
  const end = body.length - tail;
  const opening = show(body.subarray(0, most - tail));
  return `body: ${opening} … ${show(body.subarray(end))} (from byte ${end} of ${body.length})`;
}

/**
 * Shows how far an adapter has read a body.
 *
 * @param bytesTaken How many bytes it has taken.
 * @param recent The last of them.
 * @param end What followed, in a few words.
 */
export function excerptTaken(bytesTaken: number, recent: Bytes, end: string): string {
  if (bytesTaken === 0) return `body: (nothing was read), ${end}`;
  const opening = bytesTaken > recent.length ? "…" : "";
  return `body read up to byte ${bytesTaken}: ${opening}${show(recent)} ✂ ${end}`;
}

/** Shows the payloads of frames, one a line; of many frames the last ones. */
export function excerptFrames(frames: readonly SseEvent[]): string {
  const shown = frames.slice(-MAX_FRAMES).map(({ event, data }) => {
    const isLong = data.length > FRAME_HEAD + FRAME_TAIL;
    const payload = isLong ? `${data.slice(0, FRAME_HEAD)} … ${data.slice(-FRAME_TAIL)}` : data;
    return event === undefined ? payload : `${event}: ${payload}`;
  });
  const left = frames.length - shown.length;
  const opening = left > 0 ? `frames (the last ${shown.length} of ${frames.length}):` : "frames:";
  return [opening, ...shown].join("\n  ");
}

function show(bytes: Uint8Array): string {
  return JSON.stringify(new TextDecoder().decode(bytes)).slice(1, -1).replaceAll('\\"', '"');
}
