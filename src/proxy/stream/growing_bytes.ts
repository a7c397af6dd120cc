import type { Bytes } from "../../bytes.ts";

const NOTHING: Bytes = new Uint8Array(0);

/**
 * Bytes that grow at their end and shrink at their beginning. What was dropped, and may still be in use elsewhere, is
 * never written over, and a byte is copied a bounded number of times however small the pieces are.
 */
export class GrowingBytes {
  #store: Bytes = NOTHING;
  #start = 0;
  #end = 0;
  /** Whether the store was made here, so that there may be room behind the bytes. */
  #isOwn = false;

  /** The bytes. */
  get bytes(): Bytes {
    return this.#store.subarray(this.#start, this.#end);
  }

  /**
   * Adds bytes.
   *
   * @param chunk The bytes; not to be changed later.
   * @returns All there are.
   */
  append(chunk: Bytes): Bytes {
    const length = this.#end - this.#start;
    if (length === 0) {
      // Nothing to join: the chunk itself will do.
      this.#store = chunk;
      this.#start = 0;
      this.#end = chunk.length;
      this.#isOwn = false;
      return chunk;
    }
    if (!this.#isOwn || this.#store.length - this.#end < chunk.length) this.#move(chunk.length);
    this.#store.set(chunk, this.#end);
    this.#end += chunk.length;
    return this.bytes;
  }

  #move(more: number): void {
    const bytes = this.bytes;
    this.#store = new Uint8Array(2 * (bytes.length + more));
    this.#store.set(bytes);
    this.#start = 0;
    this.#end = bytes.length;
    this.#isOwn = true;
  }

  /** Drops bytes at the beginning. */
  drop(count: number): void {
    this.#start += count;
  }
}
