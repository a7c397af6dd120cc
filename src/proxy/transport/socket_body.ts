import type { Bytes } from "../../bytes.ts";
import type { BodyDecoder } from "./body_decoder.ts";
import type { ByteSource } from "./byte_source.ts";
import type { UpstreamBody } from "./transport.ts";
import { TransportError } from "./transport_error.ts";

/** The body of an answer, as it comes over a connection. */
export class SocketBody implements UpstreamBody {
  readonly #source: ByteSource;
  readonly #decoder: BodyDecoder;
  readonly #onEnd: (error: unknown) => void;
  #isOver = false;
  #error: unknown;

  /**
   * Makes one.
   *
   * @param source The connection, behind the head.
   * @param decoder What takes the framing off.
   * @param onEnd Called once: without an error when the connection can be used again, else with what ended it.
   */
  constructor(source: ByteSource, decoder: BodyDecoder, onEnd: (error: unknown) => void) {
    this.#source = source;
    this.#decoder = decoder;
    this.#onEnd = onEnd;
    if (decoder.isDone) this.#finish();
  }

  async read(): Promise<Bytes | null> {
    try {
      while (!this.#isOver) {
        const packet = await this.#source.read();
        if (this.#isOver) break;
        const bytes = packet === null ? this.#readEnd() : this.#decoder.push(packet);
        // The connection is free before who reads asks once more.
        if (this.#decoder.isDone) this.#finish();
        if (bytes.length > 0) return bytes;
      }
    } catch (error) {
      this.#fail(error);
    }
    if (this.#error !== undefined) throw this.#error;
    return null;
  }

  cancel(): void {
    this.#fail(new TransportError("network", "The answer was given up before its end"));
  }

  #readEnd(): Bytes {
    this.#decoder.end();
    if (this.#decoder.isDone) return new Uint8Array();
    throw new TransportError("network", "The connection ended within the body of an answer");
  }

  #finish(): void {
    this.#isOver = true;
    const { hasExtra } = this.#decoder;
    this.#onEnd(hasExtra ? new Error("There were bytes after the answer") : undefined);
  }

  #fail(error: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#error = error;
    this.#onEnd(error);
  }
}
