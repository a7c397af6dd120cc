import type { Bytes } from "../bytes.ts";
import type { Decoder } from "../decoder.ts";
import { toLimit } from "./limit.ts";
import { LineSplitter } from "./line_splitter.ts";
import { DEFAULT_MAX_LINE_CHARS } from "./sse_decoder.ts";
import type { SseEvent } from "./sse_event.ts";
import { Utf8Decoder } from "./utf8_decoder.ts";

/** Options of {@linkcode NdjsonDecoder}. */
export interface NdjsonDecoderOptions {
  /**
   * How many characters (UTF-16 units) a line may have, a `\r` at its end included.
   *
   * @default {33554432}
   */
  maxLineChars?: number | undefined;
}

/**
 * Decodes a body of newline-delimited JSON into one event per line, whose `data` is the line. Lines
 * end by `\n` or `\r\n`; blank ones are skipped. The JSON itself is not looked at.
 *
 * A last line without its end is given with `unterminated: true`.
 */
export class NdjsonDecoder implements Decoder<Bytes, SseEvent> {
  readonly #utf8 = new Utf8Decoder();
  readonly #lines: LineSplitter;
  #out: SseEvent[] = [];
  #ended = false;

  /**
   * @param options The limits.
   * @throws {RangeError} If a limit is not a positive integer.
   */
  constructor(options: NdjsonDecoderOptions = {}) {
    const maxLineChars = toLimit("maxLineChars", options.maxLineChars ?? DEFAULT_MAX_LINE_CHARS);
    this.#lines = new LineSplitter(
      { maxLineChars, carriageReturns: false },
      (text, start, end) => this.#line(text.slice(start, end)),
    );
  }

  /**
   * Takes the next bytes.
   *
   * @throws {RangeError} If a line is longer than `maxLineChars`.
   */
  push(chunk: Bytes, out: SseEvent[] = []): SseEvent[] {
    this.#out = out;
    this.#lines.push(this.#utf8.decode(chunk));
    return out;
  }

  /**
   * Ends the body.
   *
   * @throws {RangeError} If a line is longer than `maxLineChars`.
   */
  end(out: SseEvent[] = []): SseEvent[] {
    this.#out = out;
    this.#lines.push(this.#utf8.end());
    this.#ended = true;
    this.#lines.end();
    return out;
  }

  #line(line: string): void {
    if (line.trim() === "") return;
    this.#out.push({
      event: undefined,
      data: line.endsWith("\r") ? line.slice(0, -1) : line,
      id: undefined,
      unterminated: this.#ended,
    });
  }
}
