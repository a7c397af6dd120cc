import type { Bytes } from "../../bytes.ts";
import { GrowingBytes } from "./growing_bytes.ts";
import { readEvent } from "./read_event.ts";
import type { StreamEvent } from "./stream_event.ts";

const LF = 10;
const CR = 13;

/** Cuts the bytes of an event stream into its events without changing one, and keeps what is not whole yet. */
export class EventSplitter {
  readonly #maxEventBytes: number;
  readonly #rest = new GrowingBytes();
  /** How much of the rest was looked at. */
  #seen = 0;
  /** Where the line begins that is being looked at. */
  #lineStart = 0;
  /** Whether the last line ended by CR, to which an LF would still belong. */
  #endedByCr = false;
  /** Where the next LF is; -1 if it was not looked for, `Infinity` if there is none. */
  #lfAt = -1;
  #isAtStart = true;

  /** @param maxEventBytes How large an event may be, in bytes. */
  constructor(maxEventBytes: number) {
    this.#maxEventBytes = maxEventBytes;
  }

  /** What came after the last whole event. */
  get rest(): Bytes {
    return this.#rest.bytes;
  }

  /** Whether there was no whole event yet. */
  get isAtStart(): boolean {
    return this.#isAtStart;
  }

  /**
   * Takes the next bytes.
   *
   * @param chunk The bytes.
   * @returns The events that end in them. The bytes of each follow those of the one before.
   * @throws {RangeError} If an event is too large.
   */
  push(chunk: Bytes): readonly StreamEvent[] {
    const bytes = this.#rest.append(chunk);
    const events: StreamEvent[] = [];
    this.#lfAt = -1;
    let start = 0;
    for (;;) {
      const end = this.#findEnd(bytes, start);
      if (end < 0) break;
      events.push(readEvent(bytes.subarray(start, end), this.#isAtStart));
      this.#isAtStart = false;
      start = end;
    }
    this.#dropTo(start);
    return events;
  }

  #dropTo(start: number): void {
    this.#rest.drop(start);
    this.#seen -= start;
    this.#lineStart -= start;
    if (this.#rest.bytes.length <= this.#maxEventBytes) return;
    throw new RangeError(
      `Cannot pass an event on as it has more than ${this.#maxEventBytes} bytes: raise 'limits.max_event' to allow it`,
    );
  }

  /** Gives where the next empty line ends, behind what was looked at; -1 if it is not there yet. */
  #findEnd(bytes: Bytes, start: number): number {
    for (let at = this.#nextBreak(bytes); at >= 0; at = this.#nextBreak(bytes)) {
      const isCr = bytes[at] === CR;
      this.#seen = at + 1;
      // The second half of a line end: no line of its own.
      if (!isCr && this.#endedByCr && at === this.#lineStart) {
        this.#takeLf(at);
        if (at > start) continue;
        // The event that it ends is gone.
        return this.#seen;
      }
      const isEmpty = at === this.#lineStart;
      if (isEmpty && isCr && at + 1 === bytes.length && endsByCrLf(bytes.subarray(start, at))) {
        // Here lines end by two bytes, of which the second is on its way.
        this.#seen = at;
        return -1;
      }
      this.#endedByCr = isCr;
      this.#lineStart = at + 1;
      if (!isEmpty) continue;
      if (isCr && bytes[at + 1] === LF) this.#takeLf(at + 1);
      return this.#seen;
    }
    this.#seen = bytes.length;
    return -1;
  }

  #takeLf(at: number): void {
    this.#seen = at + 1;
    this.#lineStart = at + 1;
    this.#endedByCr = false;
  }

  #nextBreak(bytes: Bytes): number {
    // Where lines end by CR alone, each would look for it again.
    if (this.#lfAt < this.#seen) {
      const at = bytes.indexOf(LF, this.#seen);
      this.#lfAt = at < 0 ? Infinity : at;
    }
    const cr = this.#crBefore(bytes, Math.min(this.#lfAt, bytes.length));
    if (cr >= 0) return cr;
    return this.#lfAt === Infinity ? -1 : this.#lfAt;
  }

  #crBefore(bytes: Bytes, end: number): number {
    for (let at = this.#seen; at < end; at++) if (bytes[at] === CR) return at;
    return -1;
  }
}

function endsByCrLf(bytes: Bytes): boolean {
  return bytes[bytes.length - 1] === LF && bytes[bytes.length - 2] === CR;
}
