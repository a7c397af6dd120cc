import type { Bytes } from "../bytes.ts";
import type { Decoder } from "../decoder.ts";
import { ModelError } from "../errors.ts";
import { NdjsonDecoder } from "../sse/ndjson_decoder.ts";
import { SseDecoder } from "../sse/sse_decoder.ts";
import type { SseEvent } from "../sse/sse_event.ts";
import type { TurnEvent } from "../turn/turn.ts";
import { quote } from "./json.ts";
import type { DecodeOptions, TurnDecoder, Wire } from "./wire.ts";

/**
 * Checks an option that decides what a whole turn is, so that a misspelt one does not decide it.
 *
 * @throws {TypeError} If it is no word that is known.
 */
export function checkTerminator(terminator: DecodeOptions["terminator"]): void {
  if (terminator === undefined || terminator === "required" || terminator === "optional") return;
  throw new TypeError(
    `Cannot use the 'terminator' as it must be "required" or "optional": current value is ${
      quote(String(terminator))
    }`,
  );
}

/** Reads one turn from the bytes of a response body. */
export class BodyDecoder implements Decoder<Bytes, TurnEvent> {
  readonly #frames: Decoder<Bytes, SseEvent>;
  readonly #turn: TurnDecoder;

  /**
   * @param wire The format of the body.
   * @param options How to read it.
   * @throws {TypeError} If an option is of the wrong kind.
   */
  constructor(wire: Wire, options?: DecodeOptions) {
    checkTerminator(options?.terminator);
    this.#frames = wire.frames?.() ??
      (wire.framing === "sse" ? new SseDecoder() : new NdjsonDecoder());
    this.#turn = wire.decoder(options);
  }

  /** True once the wire's marker has been read: what follows is no part of the turn. */
  get done(): boolean {
    return this.#turn.done;
  }

  /** Takes the next bytes. */
  push(chunk: Bytes, out: TurnEvent[] = []): TurnEvent[] {
    if (this.#turn.done) return out;
    const frames: SseEvent[] = [];
    try {
      this.#frames.push(chunk, frames);
    } catch (error) {
      return this.#fail(error, frames, out);
    }
    return this.#read(frames, out);
  }

  /** Ends the body. */
  end(out: TurnEvent[] = []): TurnEvent[] {
    if (this.#turn.done) return out;
    const frames: SseEvent[] = [];
    try {
      this.#frames.end(frames);
    } catch (error) {
      return this.#fail(error, frames, out);
    }
    this.#read(frames, out);
    return this.#turn.end(out);
  }

  #read(frames: readonly SseEvent[], out: TurnEvent[]): TurnEvent[] {
    for (const frame of frames) this.#turn.push(frame, out);
    return out;
  }

  /** Reports a failure of the framing, once the frames before it have been read. */
  #fail(failure: unknown, frames: readonly SseEvent[], out: TurnEvent[]): TurnEvent[] {
    this.#read(frames, out);
    if (this.#turn.done) return out;
    if (!(failure instanceof RangeError)) throw failure;
    throw new ModelError("TOO_LARGE", failure.message, { cause: failure });
  }
}
