import type { Bytes } from "../../bytes.ts";
import type { BodyDecoder } from "./body_decoder.ts";

/** A body of a length that is known. */
export class LengthDecoder implements BodyDecoder {
  #left: number;
  #hasExtra = false;

  /**
   * Makes one.
   *
   * @param length How many bytes it has.
   */
  constructor(length: number) {
    this.#left = length;
  }

  get isDone(): boolean {
    return this.#left === 0;
  }

  get hasExtra(): boolean {
    return this.#hasExtra;
  }

  push(bytes: Bytes): Bytes {
    if (bytes.length <= this.#left) {
      this.#left -= bytes.length;
      return bytes;
    }
    const last = bytes.subarray(0, this.#left);
    this.#left = 0;
    this.#hasExtra = true;
    return last;
  }

  end(): void {}
}
