import { DataBuffer } from "./data_buffer.ts";
import type { LineReader } from "./line_splitter.ts";
import type { SseEvent } from "./sse_event.ts";

/** Options of the fields of an event. */
export interface EventFieldsOptions {
  /** How many bytes the data of an event may have as UTF-8. */
  readonly maxEventBytes: number;
  /** Called with the text of each comment. */
  readonly onComment?: ((comment: string) => void) | undefined;
  /** Called with each reconnection time, in milliseconds. */
  readonly onRetry?: ((retryMs: number) => void) | undefined;
}

const LINE_FEED = 10;
const SPACE = 32;
const COLON = 58;
const LETTER_D = 100;
const LETTER_E = 101;

/**
 * Reads the lines of an event stream and makes its events: the fields that the next one has so far,
 * and what the stream keeps between events.
 */
export class EventFields implements LineReader {
  /** Where to append the events. */
  out: SseEvent[] = [];
  /** Up to so many characters the bytes of data need not be counted. */
  readonly #uncountedChars: number;
  readonly #onComment: ((comment: string) => void) | undefined;
  readonly #onRetry: ((retryMs: number) => void) | undefined;
  readonly #data: DataBuffer;
  #event: string | undefined;
  #id: string | undefined;

  /** @param options Limit and callbacks. */
  constructor(options: EventFieldsOptions) {
    this.#uncountedChars = Math.floor(options.maxEventBytes / 3);
    this.#onComment = options.onComment;
    this.#onRetry = options.onRetry;
    this.#data = new DataBuffer(options.maxEventBytes);
  }

  /**
   * Reads a line.
   *
   * @throws {RangeError} If the data of the event becomes larger than `maxEventBytes`.
   */
  line(text: string, start: number, end: number, next: number, plainEnd: number): number {
    if (start === end) {
      this.dispatch(false);
      return next;
    }
    const first = text.charCodeAt(start);
    if (first === LETTER_D && isDataField(text, start)) {
      return this.#dataLine(text, start, end, next, plainEnd);
    }
    if (first === COLON) this.#comment(text, start, end);
    else if (first === LETTER_E && isEventField(text, start)) this.#eventLine(text, start, end);
    else this.#otherLine(text.slice(start, end));
    return next;
  }

  /** Ends the event: appends it to `out` if it has data, and begins the next one. */
  dispatch(unterminated: boolean): void {
    if (this.#data.empty) this.#event = undefined;
    else this.#emit(this.#data.take() ?? "", unterminated);
  }

  #emit(data: string, unterminated: boolean): void {
    const out = this.out;
    // Engines compile this to less than they do `push()`.
    out[out.length] = { event: this.#event, data, id: this.#id, unterminated };
    this.#event = undefined;
  }

  #dataLine(text: string, start: number, end: number, next: number, plainEnd: number): number {
    const value = text.slice(afterColon(text, start + 4), end);
    if (this.#data.empty && value.length <= this.#uncountedChars && isLineFeed(text, next)) {
      this.#emit(value, false);
      return this.#usualEvents(text, next + 1, plainEnd);
    }
    this.#data.add(value);
    return next;
  }

  /**
   * Reads the usual events, of an `event` line or none, one line of data and a blank one, for as
   * long as they follow one another: they need no buffer. Gives where it stopped.
   */
  #usualEvents(text: string, from: number, plainEnd: number): number {
    let start = from;
    while (start < plainEnd) {
      const first = text.charCodeAt(start);
      const end = text.indexOf("\n", start);
      if (end === -1 || end >= plainEnd) break;
      if (first === LETTER_D && isDataField(text, start)) {
        if (!isLineFeed(text, end + 1) || end - start > this.#uncountedChars) break;
        this.#emit(text.slice(afterColon(text, start + 4), end), false);
        start = end + 2;
      } else if (first === LETTER_E && isEventField(text, start)) {
        this.#eventLine(text, start, end);
        start = end + 1;
      } else break;
    }
    return start;
  }

  #eventLine(text: string, start: number, end: number): void {
    this.#event = text.slice(afterColon(text, start + 5), end) || undefined;
  }

  #otherLine(line: string): void {
    const colon = line.indexOf(":");
    const name = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? "" : line.slice(afterColon(line, colon));
    if (name === "data") this.#data.add(value);
    else if (name === "event") this.#event = value || undefined;
    else if (name === "id" && !value.includes("\0")) this.#id = value;
    else if (name === "retry" && /^[0-9]+$/.test(value)) this.#onRetry?.(Number(value));
  }

  #comment(text: string, start: number, end: number): void {
    this.#onComment?.(text.slice(afterColon(text, start), end));
  }
}

/** Whether `data:` stands at `start`, where a `d` does. */
function isDataField(text: string, start: number): boolean {
  return start + 4 < text.length && text.charCodeAt(start + 1) === 97 &&
    text.charCodeAt(start + 2) === 116 && text.charCodeAt(start + 3) === 97 &&
    text.charCodeAt(start + 4) === COLON;
}

/** Whether `event:` stands at `start`, where an `e` does. */
function isEventField(text: string, start: number): boolean {
  return start + 5 < text.length && text.charCodeAt(start + 1) === 118 &&
    text.charCodeAt(start + 2) === 101 && text.charCodeAt(start + 3) === 110 &&
    text.charCodeAt(start + 4) === 116 && text.charCodeAt(start + 5) === COLON;
}

/** Whether a line feed stands at `index`: a blank line, if a line begins there. */
function isLineFeed(text: string, index: number): boolean {
  return index < text.length && text.charCodeAt(index) === LINE_FEED;
}

/** Where the value of a field begins: behind the colon and one space. */
function afterColon(text: string, colon: number): number {
  return colon + 1 < text.length && text.charCodeAt(colon + 1) === SPACE ? colon + 2 : colon + 1;
}
