import { Breather } from "../breather.ts";
import type { Bytes } from "../bytes.ts";
import { ModelError } from "../errors.ts";
import type { TurnSource } from "./turn_stream.ts";

/** How many empty chunks in a row a body may give. */
export const MAX_EMPTY_CHUNKS = 131_072;

/**
 * A body that is at hand. It passes over empty chunks, which no limit of bytes counts, and leaves the
 * event loop its turns, so that a body without end can be aborted whatever it gives.
 */
export class ReaderSource implements TurnSource {
  readonly #reader: ReadableStreamDefaultReader<Bytes>;
  readonly #breather: Breather = new Breather();

  /** @param body The body; locked from here on. */
  constructor(body: ReadableStream<Bytes>) {
    this.#reader = body.getReader();
  }

  /**
   * Gives the next chunk that is not empty.
   *
   * @throws {ModelError} `STREAM_PROTOCOL` after `MAX_EMPTY_CHUNKS` empty ones in a row.
   */
  async read(): Promise<ReadableStreamReadResult<Bytes>> {
    for (let empty = 0; empty < MAX_EMPTY_CHUNKS; empty++) {
      const breath = this.#breather.step();
      if (breath) await breath;
      const chunk = await this.#reader.read();
      // What is no bytes at all is for the reader of the chunks to refuse.
      if (chunk.done || (chunk.value as Partial<Bytes> | undefined)?.length !== 0) return chunk;
    }
    throw new ModelError(
      "STREAM_PROTOCOL",
      `The body gives nothing: ${MAX_EMPTY_CHUNKS} empty chunks came in a row`,
    );
  }

  /**
   * Cancels the body. Does not wait until that is done: a body that is slow to let go must not hold
   * up whoever leaves.
   */
  cancel(reason?: unknown): void {
    this.#reader.cancel(reason).catch(() => {});
  }
}
