import type { Socket } from "node:net";
import type { Bytes } from "../../bytes.ts";
import { atTurnEnd } from "./at_turn_end.ts";
import type { ByteSource } from "./byte_source.ts";
import { TransportError } from "./transport_error.ts";

/** How much is read ahead, in bytes, before the peer has to wait; a packet may come on top. */
const MAX_AHEAD_BYTES = 64 * 1024;

interface Waiting {
  readonly resolve: (bytes: Bytes | null) => void;
  readonly reject: (error: unknown) => void;
}

/** A connection to an upstream. */
export class Connection implements ByteSource {
  readonly #socket: Socket;
  readonly #host: string;
  readonly #queue: Bytes[] = [];
  #queuedBytes = 0;
  #isPaused = false;
  #waiting: Waiting | undefined;
  #hasEnded = false;
  #error: unknown;
  #unwritten = 0;
  #onWritten: (() => void) | undefined;
  /** Called when it ends, or something comes, while nobody reads. */
  onStir: (() => void) | undefined;

  /**
   * Takes a socket over.
   *
   * @param socket The socket, connected.
   * @param host Whom it leads to, for messages.
   */
  constructor(socket: Socket, host: string) {
    this.#socket = socket;
    this.#host = host;
    socket.on("data", (data: Uint8Array<ArrayBuffer>) => this.#take(data));
    socket.on("end", () => this.#end(undefined));
    socket.on("error", (error) => this.#end(this.#broken(error)));
    // After an error or an end, it tells nothing new.
    socket.on("close", () => this.#end(this.#broken(undefined)));
  }

  /** Whether nothing came or ended unasked, so that a request may be sent. */
  get isQuiet(): boolean {
    return !this.#hasEnded && this.#queue.length === 0 && this.#unwritten === 0;
  }

  /** Whether something that was written is not sent yet. */
  get isWriting(): boolean {
    return this.#unwritten > 0;
  }

  read(): Promise<Bytes | null> {
    const next = this.#queue.shift();
    if (next !== undefined) {
      this.#queuedBytes -= next.length;
      if (this.#isPaused && this.#queue.length === 0) this.#pause(false);
      return Promise.resolve(next);
    }
    if (this.#error !== undefined) return Promise.reject(this.#error);
    if (this.#hasEnded) return Promise.resolve(null);
    return new Promise((resolve, reject) => this.#waiting = { resolve, reject });
  }

  unread(bytes: Bytes): void {
    this.#queue.unshift(bytes);
    this.#queuedBytes += bytes.length;
  }

  /**
   * Sends bytes.
   *
   * @param pieces What to send, in order.
   */
  write(pieces: readonly Bytes[]): void {
    const onWritten = () => {
      if (--this.#unwritten > 0) return;
      const then = this.#onWritten;
      this.#onWritten = undefined;
      then?.();
    };
    this.#unwritten += pieces.length;
    atTurnEnd(() => {
      if (pieces.length > 1) this.#socket.cork();
      for (const piece of pieces) this.#socket.write(piece, onWritten);
      if (pieces.length > 1) this.#socket.uncork();
    });
  }

  /**
   * Calls back once all that was written has been sent, at once if it has.
   *
   * @param then What to call; not called if that never happens.
   */
  whenWritten(then: () => void): void {
    if (this.#unwritten === 0) then();
    else this.#onWritten = then;
  }

  /** Says whether the process must not end before it. */
  hold(isHeld: boolean): void {
    if (isHeld) this.#socket.ref();
    else this.#socket.unref();
  }

  /**
   * Closes it at once.
   *
   * @param error What whoever reads is told.
   */
  destroy(error: unknown): void {
    this.#queue.length = this.#queuedBytes = 0;
    this.#end(error);
    this.#error = error;
    this.#socket.destroy();
  }

  #take(data: Uint8Array<ArrayBuffer>): void {
    if (this.#hasEnded) return;
    // A Buffer is none of the arrays whose `slice()` copies.
    const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    const waiting = this.#waiting;
    if (waiting !== undefined) {
      this.#waiting = undefined;
      return waiting.resolve(bytes);
    }
    this.#queue.push(bytes);
    this.#queuedBytes += bytes.length;
    if (this.#queuedBytes > MAX_AHEAD_BYTES) this.#pause(true);
    this.onStir?.();
  }

  #pause(isPaused: boolean): void {
    this.#isPaused = isPaused;
    if (isPaused) this.#socket.pause();
    else this.#socket.resume();
  }

  #end(error: unknown): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#error = error;
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (error === undefined) waiting?.resolve(null);
    else waiting?.reject(error);
    this.onStir?.();
  }

  #broken(error: Error | undefined): TransportError {
    const message = `The connection to '${this.#host}' broke`;
    return new TransportError("network", message, error && { cause: error });
  }
}
