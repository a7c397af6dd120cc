import type { Bytes } from "../bytes.ts";
import { shown } from "../shown.ts";
import type { TurnEvent } from "../turn/turn.ts";
import { BodyDecoder } from "./body_decoder.ts";
import { ReaderSource } from "./reader_source.ts";
import { checkSignal } from "../check_signal.ts";
import { TurnStream } from "./turn_stream.ts";
import type { DecodeOptions, Wire } from "./wire.ts";

/** How many bytes a body may have if the caller does not say: 32 MiB. */
const DEFAULT_MAX_BYTES = 33_554_432;

/** Options of {@linkcode wireReader}. */
export interface ReadTurnOptions extends DecodeOptions {
  /** Ends the reading; the stream then fails with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** How many bytes the body may have. @default {33554432} */
  readonly maxBytes?: number | undefined;
}

/**
 * Reads one turn from a response body.
 *
 * The stream ends at the wire's marker, without waiting for the connection to close, and releases
 * the body on every path: at the end, on a failure, when the loop is left, when `return()` is called
 * although a `next()` is pending, and when the signal aborts. It reads only on demand. Events that
 * came before a failure are given first.
 *
 * @param body The body. It is locked at once.
 * @param wire The format it is in.
 * @param options How to read it.
 * @returns The events; a stream to be read once.
 * @throws {TypeError} If the body is none, or is locked, or an option is of the wrong kind.
 * @throws {RangeError} If `maxBytes` is not a positive integer.
 */
export function readTurn(
  body: ReadableStream<Bytes>,
  wire: Wire,
  options: ReadTurnOptions = {},
): AsyncIterableIterator<TurnEvent> {
  requireReadOptions(options);
  const { signal, terminator } = options;
  const maxBytes = toMaxBytes(options.maxBytes);
  checkSignal(signal, "read a turn");
  if (typeof (body as Partial<typeof body> | null | undefined)?.getReader !== "function") {
    throw new TypeError(
      "Cannot read a body that is no ReadableStream: a response has it as 'body', and it may be null",
    );
  }
  if (body.locked) throw new TypeError("Cannot read a body that is already locked to a reader");
  const decoder = new BodyDecoder(wire, { terminator });
  return new TurnStream(new ReaderSource(body), decoder, { signal, maxBytes });
}

/**
 * Checks that options are some; a misread one would be passed over in silence.
 *
 * @throws {TypeError} If they are no object.
 */
export function requireReadOptions(options: unknown): void {
  if (typeof options === "object" && options !== null) return;
  throw new TypeError(`Cannot read a turn as its options must be an object: got ${shown(options)}`);
}

/**
 * Checks the limit of a body.
 *
 * @param value The option.
 * @returns The limit; the default if none is given.
 * @throws {RangeError} If it is not a positive integer.
 */
export function toMaxBytes(value: number = DEFAULT_MAX_BYTES): number {
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new RangeError(
    `Cannot read a turn as 'maxBytes' must be a positive integer: current value is ${shown(value)}`,
  );
}
