import type { Bytes } from "../bytes.ts";
import type { Decoder } from "../decoder.ts";
import { requireKnownOptions } from "../known_options.ts";
import type { OptionNames } from "../known_options.ts";
import { ByteLines } from "./byte_lines.ts";
import { requireNotEnded } from "./decoder_checks.ts";
import { toLimit } from "./limit.ts";
import { type LineReader, lineTooLong } from "./line_splitter.ts";
import { DEFAULT_MAX_LINE_CHARS } from "./sse_decoder.ts";
import type { SseEvent } from "./sse_event.ts";

/** Options of {@linkcode NdjsonDecoder}. */
export interface NdjsonDecoderOptions {
  /**
   * How many characters (UTF-16 units) a line may have, a `\r` at its end included.
   *
   * @default {33554432}
   */
  readonly maxLineChars?: number | undefined;
}

const OPTIONS: OptionNames<NdjsonDecoderOptions> = { maxLineChars: true };

/**
 * Decodes a body of newline-delimited JSON into one event per line, whose `data` is the line. Lines
 * end by `\n` or `\r\n`; blank ones are skipped. The JSON itself is not looked at.
 *
 * A last line without its end is given with `unterminated: true`.
 *
 * @example A line cut in two
 * ```ts
 * import { NdjsonDecoder } from "@wholeturn/wholeturn";
 * import { assertEquals } from "@std/assert";
 *
 * const encoder = new TextEncoder();
 * const decoder = new NdjsonDecoder();
 * assertEquals(decoder.push(encoder.encode('{"done":')), []);
 * const [line] = decoder.push(encoder.encode("true}\n"));
 * assertEquals(line?.data, '{"done":true}');
 * ```
 */
export class NdjsonDecoder implements Decoder<Bytes, SseEvent> {
  readonly #lines: ByteLines;
  readonly #events: LineEvents;

  /**
   * Makes a decoder of one body.
   *
   * @param options The limits.
   * @throws {RangeError} If a limit is not a positive integer.
   * @throws {TypeError} If there is no such option.
   */
  constructor(options: NdjsonDecoderOptions = {}) {
    requireKnownOptions("create a decoder", options, OPTIONS);
    const maxLineChars = toLimit("maxLineChars", options.maxLineChars ?? DEFAULT_MAX_LINE_CHARS);
    this.#lines = new ByteLines({ maxLineChars, carriageReturns: false });
    this.#events = new LineEvents(maxLineChars);
  }

  /**
   * Takes the next bytes.
   *
   * @throws {RangeError} If a line is longer than `maxLineChars`.
   * @throws {TypeError} If the body has ended: another one needs another decoder.
   */
  push(chunk: Bytes, out: SseEvent[] = []): SseEvent[] {
    requireNotEnded(this.#events.ended);
    this.#events.out = out;
    this.#lines.push(chunk, this.#events);
    return out;
  }

  /**
   * Ends the body.
   *
   * @throws {RangeError} If a line is longer than `maxLineChars`.
   * @throws {TypeError} If the body has ended before.
   */
  end(out: SseEvent[] = []): SseEvent[] {
    requireNotEnded(this.#events.ended);
    this.#events.out = out;
    this.#events.ended = true;
    this.#lines.end(this.#events);
    return out;
  }
}

/** Makes an event of every line that is not blank. */
class LineEvents implements LineReader {
  out: SseEvent[] = [];
  ended = false;
  readonly #maxLineChars: number;

  constructor(maxLineChars: number) {
    this.#maxLineChars = maxLineChars;
  }

  readLines(text: string, from: number, searched: number): number {
    let start = from;
    let end = text.indexOf("\n", searched);
    while (end !== -1) {
      if (end - start > this.#maxLineChars) throw lineTooLong(this.#maxLineChars);
      this.#read(text.slice(start, end));
      start = end + 1;
      end = text.indexOf("\n", start);
    }
    return start;
  }

  #read(line: string): void {
    if (/^[ \t\r]*$/.test(line)) return;
    this.out.push({
      event: undefined,
      data: line.endsWith("\r") ? line.slice(0, -1) : line,
      id: undefined,
      unterminated: this.ended,
    });
  }
}
