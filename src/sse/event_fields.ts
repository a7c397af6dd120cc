import { DataBuffer } from "./data_buffer.ts";
import { type LineReader, lineTooLong } from "./line_splitter.ts";
import type { SseEvent } from "./sse_event.ts";

/** Options of the fields of an event. */
export interface EventFieldsOptions {
  /** How many characters a line may have, its end left out. */
  readonly maxLineChars: number;
  /** How many bytes the data of an event may have as UTF-8. */
  readonly maxEventBytes: number;
  /** Called with the text of each comment. */
  readonly onComment?: ((comment: string) => void) | undefined;
  /** Called with each reconnection time, in milliseconds. */
  readonly onRetry?: ((retryMs: number) => void) | undefined;
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const SPACE = 32;
const COLON = 58;
const LETTER_D = 100;
const LETTER_E = 101;
const NONE = -1;

/**
 * Reads the lines of an event stream and makes its events: the fields that the next one has so far,
 * and what the stream keeps between events.
 */
export class EventFields implements LineReader {
  /** Where to append the events; `undefined` for a new array, made when there is one. */
  out: SseEvent[] | undefined;
  /** Up to so many characters the bytes of data need not be counted. */
  readonly #uncountedChars: number;
  readonly #maxLineChars: number;
  readonly #onComment: ((comment: string) => void) | undefined;
  readonly #onRetry: ((retryMs: number) => void) | undefined;
  readonly #data: DataBuffer;
  #event: string | undefined;
  #id: string | undefined;

  /** @param options Limit and callbacks. */
  constructor(options: EventFieldsOptions) {
    this.#uncountedChars = Math.floor(options.maxEventBytes / 3);
    this.#maxLineChars = options.maxLineChars;
    this.#onComment = options.onComment;
    this.#onRetry = options.onRetry;
    this.#data = new DataBuffer(options.maxEventBytes);
  }

  /**
   * Reads the lines that have ended: the usual ones within its loop, since a call for each would cost
   * much of what the reading itself does.
   *
   * @throws {RangeError} If a line is too long, or the data of the event becomes larger than
   * `maxEventBytes`.
   */
  readLines(text: string, from: number, searched: number): number {
    const maxLineChars = this.#maxLineChars;
    let start = from;
    let feed = text.indexOf("\n", searched);
    let carriage = text.indexOf("\r", searched);
    while (start < text.length) {
      const first = text.charCodeAt(start);
      // Blank lines end events, which makes them as frequent as others and worth a shortcut.
      if (first === LINE_FEED) {
        this.dispatch(false);
        start++;
        continue;
      }
      if (feed < start && feed !== NONE) feed = text.indexOf("\n", start);
      if (carriage < start && carriage !== NONE) carriage = text.indexOf("\r", start);
      const isFeed = carriage === NONE || (feed !== NONE && feed < carriage);
      const end = isFeed ? feed : carriage;
      if (end === NONE) break;
      if (end - start > maxLineChars) throw lineTooLong(maxLineChars);
      const next = !isFeed && feed === end + 1 ? end + 2 : end + 1;
      if (first === LETTER_D && isDataField(text, start)) {
        const value = text.slice(afterColon(text, start + 4), end);
        const isSmall = value.length <= this.#uncountedChars;
        start = isSmall && this.#data.empty ? skipLineEnd(text, next) : next;
        // Most events are one line of data and a blank one; they need no buffer.
        if (start > next) this.#emit(value, false);
        else this.#data.add(value);
      } else if (first === LETTER_E && isEventField(text, start)) {
        this.#event = text.slice(afterColon(text, start + 5), end) || undefined;
        start = next;
      } else {
        this.#otherLine(text, first, start, end);
        start = next;
      }
    }
    return start;
  }

  /** Ends the event: appends it to `out` if it has data, and begins the next one. */
  dispatch(unterminated: boolean): void {
    if (this.#data.empty) this.#event = undefined;
    else this.#emit(this.#data.take() ?? "", unterminated);
  }

  #emit(data: string, unterminated: boolean): void {
    const out = this.out;
    const event = { event: this.#event, data, id: this.#id, unterminated };
    // An array made for one event costs less than one that grows; most chunks bring one.
    if (out === undefined) this.out = [event];
    // Engines compile this to less than they do `push()`.
    else out[out.length] = event;
    this.#event = undefined;
  }

  #otherLine(text: string, first: number, start: number, end: number): void {
    if (start === end) this.dispatch(false);
    else if (first === COLON) this.#comment(text, start, end);
    else this.#field(text.slice(start, end));
  }

  #field(line: string): void {
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
  return start + 4 < text.length &&
    text.charCodeAt(start + 1) === 97 &&
    text.charCodeAt(start + 2) === 116 && text.charCodeAt(start + 3) === 97 &&
    text.charCodeAt(start + 4) === COLON;
}

/** Whether `event:` stands at `start`, where an `e` does. */
function isEventField(text: string, start: number): boolean {
  return start + 5 < text.length &&
    text.charCodeAt(start + 1) === 118 &&
    text.charCodeAt(start + 2) === 101 && text.charCodeAt(start + 3) === 110 &&
    text.charCodeAt(start + 4) === 116 && text.charCodeAt(start + 5) === COLON;
}

/** Gives where the line end at `index` ends; `index` if there is none. */
function skipLineEnd(text: string, index: number): number {
  if (index >= text.length) return index;
  const code = text.charCodeAt(index);
  if (code === LINE_FEED) return index + 1;
  if (code !== CARRIAGE_RETURN) return index;
  const next = index + 1;
  return next < text.length && text.charCodeAt(next) === LINE_FEED ? next + 1 : next;
}

/** Where the value of a field begins: behind the colon and one space. */
function afterColon(text: string, colon: number): number {
  return colon + 1 < text.length && text.charCodeAt(colon + 1) === SPACE ? colon + 2 : colon + 1;
}
