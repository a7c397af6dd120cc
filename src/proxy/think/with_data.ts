import { type Bytes, concatBytes, toBytes } from "../../bytes.ts";

const LF = 10;
const CR = 13;
const COLON = 58;
const SPACE = 32;
const NAME = toBytes("data");
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/**
 * Puts other data into an event. Its other fields, its comments and its line ends stay as they are.
 *
 * @param event The bytes of the event, which has data.
 * @param data The data.
 */
export function withData(event: Bytes, data: Bytes): Bytes {
  const parts: Bytes[] = [];
  let isDone = false;
  for (let start = 0; start < event.length;) {
    const textEnd = lineEnd(event, start);
    const end = behindBreak(event, textEnd);
    const value = valueStart(event, start, textEnd);
    if (value < 0) parts.push(event.subarray(start, end));
    else if (!isDone) {
      isDone = true;
      const prefix = value > textEnd ? toBytes("data: ") : event.subarray(start, value);
      pushLines(parts, prefix, data, event.subarray(textEnd, end));
    }
    start = end;
  }
  return concatBytes(parts);
}

/** Gives the first line end of an event. */
export function lineEndOf(event: Bytes): Bytes {
  const textEnd = lineEnd(event, 0);
  return event.subarray(textEnd, behindBreak(event, textEnd));
}

/** Each line of data is a field of its own. */
function pushLines(parts: Bytes[], prefix: Bytes, data: Bytes, lineEnd: Bytes): void {
  for (let start = 0; start <= data.length;) {
    const at = data.indexOf(LF, start);
    const end = at < 0 ? data.length : at;
    parts.push(prefix, data.subarray(start, end), lineEnd);
    start = end + 1;
  }
}

function lineEnd(bytes: Bytes, start: number): number {
  for (let at = start; at < bytes.length; at++) {
    if (bytes[at] === LF || bytes[at] === CR) return at;
  }
  return bytes.length;
}

function behindBreak(bytes: Bytes, at: number): number {
  if (at >= bytes.length) return at;
  return bytes[at] === CR && bytes[at + 1] === LF ? at + 2 : at + 1;
}

/** Where the value of a line of data begins: behind its end if it has no colon; -1 if it is no line of data. */
function valueStart(bytes: Bytes, start: number, end: number): number {
  const isMarked = start === 0 && BYTE_ORDER_MARK.every((byte, at) => bytes[at] === byte);
  const first = isMarked ? BYTE_ORDER_MARK.length : start;
  const behind = first + NAME.length;
  if (behind > end || !NAME.every((byte, at) => bytes[first + at] === byte)) return -1;
  if (behind === end) return end + 1;
  if (bytes[behind] !== COLON) return -1;
  return behind + 1 < end && bytes[behind + 1] === SPACE ? behind + 2 : behind + 1;
}
