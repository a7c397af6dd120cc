import type { Bytes } from "../bytes.ts";
import type { Decoder } from "../decoder.ts";
import { toLimit } from "./limit.ts";
import { LineSplitter } from "./line_splitter.ts";
import type { SseEvent } from "./sse_event.ts";
import { Utf8Decoder } from "./utf8_decoder.ts";
import { utf8Length } from "./utf8_length.ts";

/** The line limit of decoders whose user sets none: 32 Mi characters. */
export const DEFAULT_MAX_LINE_CHARS = 33_554_432;

/** The event limit of decoders whose user sets none: 32 MiB. */
export const DEFAULT_MAX_EVENT_BYTES = 33_554_432;

/** Options of {@linkcode SseDecoder}. */
export interface SseDecoderOptions {
  /**
   * How many characters (UTF-16 units) a line may have, its end left out.
   *
   * @default {33554432}
   */
  maxLineChars?: number | undefined;
  /**
   * How many bytes the data of an event may have as UTF-8, the line feeds that join its `data`
   * fields included.
   *
   * @default {33554432}
   */
  maxEventBytes?: number | undefined;
  /** Called with the text of each comment, without the colon and one space after it. */
  onComment?: ((comment: string) => void) | undefined;
  /** Called with each reconnection time the stream asks for, in milliseconds. */
  onRetry?: ((retryMs: number) => void) | undefined;
}

/**
 * Decodes the bytes of a `text/event-stream` body, cut in any way, as the WHATWG HTML standard,
 * section 9.2.6, says; with one difference: at the end of the body an event that lacks its blank
 * line is not dropped but given with `unterminated: true`.
 */
export class SseDecoder implements Decoder<Bytes, SseEvent> {
  readonly #utf8 = new Utf8Decoder();
  readonly #lines: LineSplitter;
  readonly #maxEventBytes: number;
  readonly #onComment: ((comment: string) => void) | undefined;
  readonly #onRetry: ((retryMs: number) => void) | undefined;
  #out: SseEvent[] = [];
  #event: string | undefined;
  #data: string | undefined;
  #id: string | undefined;

  /**
   * @param options Limits and callbacks.
   * @throws {RangeError} If a limit is not a positive integer.
   */
  constructor(options: SseDecoderOptions = {}) {
    const maxLineChars = toLimit("maxLineChars", options.maxLineChars ?? DEFAULT_MAX_LINE_CHARS);
    this.#maxEventBytes = toLimit(
      "maxEventBytes",
      options.maxEventBytes ?? DEFAULT_MAX_EVENT_BYTES,
    );
    this.#onComment = options.onComment;
    this.#onRetry = options.onRetry;
    this.#lines = new LineSplitter(
      { maxLineChars, carriageReturns: true },
      (text, start, end) => this.#line(text, start, end),
    );
  }

  /**
   * Takes the next bytes.
   *
   * @param chunk The bytes.
   * @param out Where to append the events they complete.
   * @returns `out`.
   * @throws {RangeError} If a line or an event is beyond its limit.
   */
  push(chunk: Bytes, out: SseEvent[] = []): SseEvent[] {
    this.#out = out;
    this.#lines.push(this.#utf8.decode(chunk));
    return out;
  }

  /**
   * Ends the body.
   *
   * @param out Where to append the unterminated event, if there is one.
   * @returns `out`.
   * @throws {RangeError} If a line or an event is beyond its limit.
   */
  end(out: SseEvent[] = []): SseEvent[] {
    this.#out = out;
    this.#lines.push(this.#utf8.end());
    this.#lines.end();
    this.#dispatch(true);
    return out;
  }

  #line(text: string, start: number, end: number): void {
    if (start === end) return this.#dispatch(false);
    const line = text.slice(start, end);
    const colon = line.indexOf(":");
    if (colon === -1) return this.#field(line, "");
    this.#field(line.slice(0, colon), line.slice(line[colon + 1] === " " ? colon + 2 : colon + 1));
  }

  #field(name: string, value: string): void {
    switch (name) {
      case "data":
        return this.#addData(value);
      case "event":
        this.#event = value === "" ? undefined : value;
        return;
      case "id":
        if (!value.includes("\0")) this.#id = value;
        return;
      case "retry":
        if (/^[0-9]+$/.test(value)) this.#onRetry?.(Number(value));
        return;
      case "":
        this.#onComment?.(value);
    }
  }

  #addData(value: string): void {
    const data = this.#data === undefined ? value : `${this.#data}\n${value}`;
    // No UTF-16 unit has more than three bytes, so that most events need no count.
    const bytes = data.length * 3 <= this.#maxEventBytes ? 0 : utf8Length(data);
    if (bytes > this.#maxEventBytes) {
      throw new RangeError(
        `Cannot read an event whose data is larger than 'maxEventBytes': limit is ` +
          `${this.#maxEventBytes} bytes, the data has at least ${bytes}`,
      );
    }
    this.#data = data;
  }

  #dispatch(unterminated: boolean): void {
    if (this.#data !== undefined) {
      this.#out.push({ event: this.#event, data: this.#data, id: this.#id, unterminated });
    }
    this.#data = undefined;
    this.#event = undefined;
  }
}
