import { requireBytes } from "../bytes.ts";
import type { Bytes } from "../bytes.ts";
import { ModelError } from "../errors.ts";
import { isOwnError } from "../find_wholeturn_error.ts";
import type { TurnEvent } from "../turn/turn.ts";
import type { BodyDecoder } from "./body_decoder.ts";

/** Where a turn's bytes come from, one chunk a call. */
export interface TurnSource {
  /** The provider's id of the request, once it is known. */
  readonly requestId?: string | undefined;
  /** Gives the next chunk. Never called while a call is pending, nor after `cancel()`. */
  read(): Promise<ReadableStreamReadResult<Bytes>>;
  /** Releases what is held. Never throws; may be called while a `read()` is pending. */
  cancel(reason?: unknown): void;
}

/** What bounds a turn stream. */
export interface TurnStreamOptions {
  /** Ends the stream; it then fails with the signal's reason. */
  readonly signal: AbortSignal | undefined;
  /** How many bytes the body may have. */
  readonly maxBytes: number;
}

interface Waiter {
  resolve(result: IteratorResult<TurnEvent, undefined>): void;
  reject(error: unknown): void;
}

/**
 * The events of one turn, read from a source on demand. Not an async generator: the `return()` of
 * one waits behind a pending `next()`, so that it could not end a read that stalls.
 *
 * A failure is thrown once, after the events before it; what follows is `done`.
 */
export class TurnStream implements AsyncIterableIterator<TurnEvent> {
  readonly #source: TurnSource;
  readonly #decoder: BodyDecoder;
  readonly #options: TurnStreamOptions;
  readonly #waiting: Waiter[] = [];
  // Made once: with one event a chunk, what is made for each event costs as much as reading it.
  readonly #wait = (resolve: Waiter["resolve"], reject: Waiter["reject"]): void => {
    this.#waiting.push({ resolve, reject });
    if (this.#ended) this.#deliver();
    else if (!this.#reading) this.#read();
  };
  readonly #onAbort = (): void => this.#abort();
  readonly #onChunk = (chunk: ReadableStreamReadResult<Bytes>): void => {
    if (!this.#ended) this.#decode(chunk.done ? undefined : chunk.value);
    this.#afterRead();
  };
  readonly #onBodyFailure = (error: unknown): void => {
    this.#fail(bodyFailure(error));
    this.#afterRead();
  };
  /** The events of the last chunk; those before `#taken` have been given away. */
  #events: TurnEvent[] = [];
  #taken = 0;
  #bytes = 0;
  #reading = false;
  #finished = false;
  #failure: { readonly error: unknown } | undefined;
  #ended = false;

  /**
   * @param source Where the bytes come from.
   * @param decoder What reads them.
   * @param options What bounds the stream.
   */
  constructor(source: TurnSource, decoder: BodyDecoder, options: TurnStreamOptions) {
    this.#source = source;
    this.#decoder = decoder;
    this.#options = options;
    options.signal?.addEventListener("abort", this.#onAbort, { once: true });
    if (options.signal?.aborted) this.#abort();
  }

  /** The stream is its own iterator: it can be read once. */
  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Gives the next event; reads from the source only if none is left of the last chunk. */
  next(): Promise<IteratorResult<TurnEvent, undefined>> {
    if (this.#options.signal?.aborted) this.#abort();
    // Nobody waits while there are events, so that the common case needs no place in the queue.
    if (this.#taken < this.#events.length) return Promise.resolve(this.#take());
    return new Promise(this.#wait);
  }

  /** Leaves the stream: releases the source at once, also while a `next()` is pending. */
  return(): Promise<IteratorResult<TurnEvent, undefined>> {
    this.#leave();
    return Promise.resolve({ done: true, value: undefined });
  }

  /** Leaves the stream as `return()` does, and rejects with the error. */
  throw(error?: unknown): Promise<IteratorResult<TurnEvent, undefined>> {
    this.#leave();
    return Promise.reject(error);
  }

  #leave(): void {
    this.#drop();
    this.#failure = undefined;
    this.#stop();
    this.#deliver();
  }

  #abort(): void {
    const nothingLeft = this.#ended && this.#failure === undefined &&
      this.#taken === this.#events.length;
    if (nothingLeft) return;
    const reason: unknown = this.#options.signal?.reason;
    this.#drop();
    this.#failure = { error: reason };
    this.#stop(reason);
    this.#deliver();
  }

  #drop(): void {
    this.#events = [];
    this.#taken = 0;
  }

  #stop(reason?: unknown): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#options.signal?.removeEventListener("abort", this.#onAbort);
    this.#source.cancel(reason);
  }

  /** Reads a chunk, and further ones for as long as somebody waits: never ahead of the consumer. */
  #read(): void {
    this.#reading = true;
    this.#source.read().then(this.#onChunk, this.#onBodyFailure);
  }

  #afterRead(): void {
    this.#deliver();
    if (this.#waiting.length > 0) this.#read();
    else this.#reading = false;
  }

  #decode(chunk: Bytes | undefined): void {
    const events: TurnEvent[] = [];
    this.#events = events;
    this.#taken = 0;
    try {
      if (chunk === undefined) this.#decoder.end(events);
      else this.#push(chunk);
      this.#finished ||= events.length > 0 && events[events.length - 1]!.type === "finish";
      if (chunk !== undefined && !this.#decoder.done) return;
      // The wires see to this themselves; whoever adds one must not be able to forget it.
      if (!this.#finished) throw new ModelError("INCOMPLETE", "The body ended without a finish");
      this.#stop();
    } catch (error) {
      this.#fail(error);
    }
  }

  #push(chunk: Bytes): void {
    requireBytes(chunk);
    const { maxBytes } = this.#options;
    // Cut at the limit, so that the events before it do not depend on how the body was chunked.
    const room = maxBytes - this.#bytes;
    this.#bytes += chunk.length;
    this.#decoder.push(chunk.length > room ? chunk.subarray(0, room) : chunk, this.#events);
    if (this.#bytes <= maxBytes || this.#decoder.done) return;
    throw new ModelError(
      "TOO_LARGE",
      `The body is larger than 'maxBytes' allows: limit is ${maxBytes} bytes`,
    );
  }

  #fail(error: unknown): void {
    if (this.#ended) return;
    const { requestId } = this.#source;
    const isNameless = error instanceof ModelError && error.requestId === undefined;
    if (isNameless && requestId !== undefined) Object.assign(error, { requestId });
    this.#failure = { error };
    this.#stop(error);
  }

  #take(): IteratorYieldResult<TurnEvent> {
    return { done: false, value: this.#events[this.#taken++]! };
  }

  #deliver(): void {
    while (this.#waiting.length > 0) {
      if (this.#taken < this.#events.length) {
        this.#waiting.shift()!.resolve(this.#take());
      } else if (this.#failure) {
        const { error } = this.#failure;
        this.#failure = undefined;
        for (const waiter of this.#waiting.splice(0)) waiter.reject(error);
      } else if (this.#ended) {
        for (const waiter of this.#waiting.splice(0)) waiter.resolve(DONE);
      } else return;
    }
  }
}

const DONE: IteratorResult<TurnEvent, undefined> = Object.freeze({ done: true, value: undefined });

function bodyFailure(cause: unknown): unknown {
  if (isOwnError(cause)) return cause;
  return new ModelError("NETWORK", "The connection failed before the turn ended", { cause });
}
