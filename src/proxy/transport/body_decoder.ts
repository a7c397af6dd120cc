import type { Bytes } from "../../bytes.ts";

/** Takes the framing off a body. */
export interface BodyDecoder {
  /** Whether the body has ended; `false` until its last byte was pushed. */
  readonly isDone: boolean;
  /** Whether there were bytes after its end. */
  readonly hasExtra: boolean;
  /**
   * Takes bytes of the connection, which it may change.
   *
   * @param bytes What has come.
   * @returns What of the body was in it; may be empty.
   * @throws {TransportError} If they are no body.
   */
  push(bytes: Bytes): Bytes;
  /** Says that no more comes: the end of a body that nothing else ends. `isDone` tells whether it was one. */
  end(): void;
}
