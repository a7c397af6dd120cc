import type { Bytes } from "../../bytes.ts";
import type { UpstreamBody } from "../transport/transport.ts";
import { TransportError } from "../transport/transport_error.ts";

/** What can be decoded, by the names that HTTP has for it. */
const FORMATS: ReadonlyMap<string, CompressionFormat> = new Map([
  ["gzip", "gzip"],
  ["x-gzip", "gzip"],
  ["deflate", "deflate"],
]);

/**
 * How much is given to the decoder at once, in bytes: it decodes all of that before anybody can look at how much it is,
 * which may be a thousand times as much.
 */
const MAX_WRITE_BYTES = 1024;

/**
 * Decodes a body that came encoded although it was asked not to be.
 *
 * @param body The body.
 * @param encoding What it says it is encoded by, in lower case.
 * @returns The decoded body; `undefined` if nobody here can decode it.
 */
export function decodedBody(body: UpstreamBody, encoding: string): UpstreamBody | undefined {
  const format = FORMATS.get(encoding);
  return format === undefined ? undefined : new DecodedBody(body, new DecompressionStream(format));
}

/** A body on its way through a decoder. As much is read of it as is asked for here. */
class DecodedBody implements UpstreamBody {
  readonly #body: UpstreamBody;
  readonly #writer: WritableStreamDefaultWriter<BufferSource>;
  readonly #reader: ReadableStreamDefaultReader<Bytes>;
  #isPumping = false;
  /** What reading the body failed with, which says more than what the decoder makes of it. */
  #error: unknown;

  constructor(body: UpstreamBody, { writable, readable }: DecompressionStream) {
    this.#body = body;
    this.#writer = writable.getWriter();
    this.#reader = readable.getReader();
    // Whoever reads is told.
    this.#writer.closed.catch(() => {});
  }

  async read(): Promise<Bytes | null> {
    if (!this.#isPumping) {
      this.#isPumping = true;
      void this.#pump();
    }
    try {
      for (;;) {
        const { done, value } = await this.#reader.read();
        if (done) return null;
        if (value.length > 0) return value;
      }
    } catch (error) {
      this.#body.cancel();
      if (this.#error !== undefined) throw this.#error;
      const message = "The body cannot be decoded";
      throw new TransportError("protocol", message, { cause: error });
    }
  }

  cancel(): void {
    this.#body.cancel();
    this.#reader.cancel().catch(() => {});
  }

  async #pump(): Promise<void> {
    try {
      for (let chunk = await this.#body.read(); chunk !== null; chunk = await this.#body.read()) {
        for (let at = 0; at < chunk.length; at += MAX_WRITE_BYTES) {
          await this.#writer.ready;
          // What it fails with, the reader tells.
          this.#writer.write(chunk.subarray(at, at + MAX_WRITE_BYTES)).catch(() => {});
        }
      }
      await this.#writer.close();
    } catch (error) {
      this.#error = error;
      await this.#writer.abort(error).catch(() => {});
    }
  }
}
