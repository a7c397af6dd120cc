import type { Bytes } from "../bytes.ts";
import type { Decoder } from "../decoder.ts";
import { requireKnownOptions } from "../known_options.ts";
import type { OptionNames } from "../known_options.ts";
import { ByteLines } from "./byte_lines.ts";
import { EventFields } from "./event_fields.ts";
import { toLimit } from "./limit.ts";
import { requireCallback, requireNotEnded } from "./decoder_checks.ts";
import type { SseEvent } from "./sse_event.ts";

/** The line limit of decoders whose user sets none: 32 Mi characters. */
export const DEFAULT_MAX_LINE_CHARS = 33_554_432;

/** The event limit of decoders whose user sets none: 32 MiB. */
const DEFAULT_MAX_EVENT_BYTES = 33_554_432;

/** Options of {@linkcode SseDecoder}. */
export interface SseDecoderOptions {
  /**
   * How many characters (UTF-16 units) a line may have, its end left out.
   *
   * @default {33554432}
   */
  readonly maxLineChars?: number | undefined;
  /**
   * How many bytes the data of an event may have as UTF-8, the line feeds that join its `data`
   * fields included.
   *
   * @default {33554432}
   */
  readonly maxEventBytes?: number | undefined;
  /** Called with the text of each comment, without the colon and one space after it. */
  readonly onComment?: ((comment: string) => void) | undefined;
  /** Called with each reconnection time the stream asks for, in milliseconds. */
  readonly onRetry?: ((retryMs: number) => void) | undefined;
}

const OPTIONS: OptionNames<SseDecoderOptions> = {
  maxLineChars: true,
  maxEventBytes: true,
  onComment: true,
  onRetry: true,
};

/**
 * Decodes the bytes of a `text/event-stream` body, cut in any way, as the WHATWG HTML standard,
 * section 9.2.6, says; with one difference: at the end of the body an event that lacks its blank
 * line is not dropped but given with `unterminated: true`.
 *
 * @example An event cut in two
 * ```ts
 * import { SseDecoder } from "@wholeturn/wholeturn";
 * import { assertEquals } from "@std/assert";
 *
 * const encoder = new TextEncoder();
 * const decoder = new SseDecoder();
 * assertEquals(decoder.push(encoder.encode("data: Hel")), []);
 * const [event] = decoder.push(encoder.encode("lo\n\n"));
 * assertEquals(event?.data, "Hello");
 * ```
 */
export class SseDecoder implements Decoder<Bytes, SseEvent> {
  readonly #lines: ByteLines;
  readonly #fields: EventFields;
  #isEnded = false;

  /**
   * Makes a decoder of one body.
   *
   * @param options Limits and callbacks.
   * @throws {RangeError} If a limit is not a positive integer.
   * @throws {TypeError} If a callback is no function, or there is no such option.
   */
  constructor(options: SseDecoderOptions = {}) {
    requireKnownOptions("create a decoder", options, OPTIONS);
    const { onComment, onRetry } = options;
    requireCallback("onComment", onComment);
    requireCallback("onRetry", onRetry);
    const maxLineChars = toLimit("maxLineChars", options.maxLineChars ?? DEFAULT_MAX_LINE_CHARS);
    const maxEventBytes = toLimit(
      "maxEventBytes",
      options.maxEventBytes ?? DEFAULT_MAX_EVENT_BYTES,
    );
    this.#lines = new ByteLines({ maxLineChars, carriageReturns: true });
    this.#fields = new EventFields({ onComment, onRetry, maxLineChars, maxEventBytes });
  }

  /**
   * Takes the next bytes.
   *
   * @param chunk The bytes.
   * @param out Where to append the events they complete.
   * @returns `out`.
   * @throws {RangeError} If a line or an event is beyond its limit.
   * @throws {TypeError} If the body has ended: another one needs another decoder.
   */
  push(chunk: Bytes, out?: SseEvent[]): SseEvent[] {
    requireNotEnded(this.#isEnded);
    this.#fields.out = out;
    this.#lines.push(chunk, this.#fields);
    return this.#fields.out ?? [];
  }

  /**
   * Ends the body.
   *
   * @param out Where to append the unterminated event, if there is one.
   * @returns `out`.
   * @throws {RangeError} If a line or an event is beyond its limit.
   * @throws {TypeError} If the body has ended before.
   */
  end(out?: SseEvent[]): SseEvent[] {
    requireNotEnded(this.#isEnded);
    this.#isEnded = true;
    this.#fields.out = out;
    this.#lines.end(this.#fields);
    this.#fields.dispatch(true);
    return this.#fields.out ?? [];
  }
}
