import type { Bytes } from "../../bytes.ts";
import type { BodyDecoder } from "./body_decoder.ts";

/** A body that ends where the connection does. A peer that dies cannot be told from one that is done. */
export class CloseDecoder implements BodyDecoder {
  readonly hasExtra = false;
  #isDone = false;

  get isDone(): boolean {
    return this.#isDone;
  }

  push(bytes: Bytes): Bytes {
    return bytes;
  }

  end(): void {
    this.#isDone = true;
  }
}
