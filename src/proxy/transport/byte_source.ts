import type { Bytes } from "../../bytes.ts";

/** Where the bytes of answers come from: a connection. */
export interface ByteSource {
  /**
   * Reads on.
   *
   * @returns What has come, which is now the reader's to change; `null` once the peer sends no more.
   * @throws {TransportError} If the connection broke.
   */
  read(): Promise<Bytes | null>;
  /** Gives back what was read too much: it is read next. */
  unread(bytes: Bytes): void;
}
