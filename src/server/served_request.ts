import type { Bytes } from "../bytes.ts";

/** What {@linkcode ServedRequest.text} gives for a body that is too large. */
export const TOO_LARGE: unique symbol = Symbol("too large");

/** A request as it reached a server; what costs time is made only when it is asked for. */
export interface ServedRequest {
  /** The method, in capitals. */
  readonly method: string;
  /** The whole address. */
  readonly url: string;
  /** The headers. */
  readonly headers: Headers;
  /** Gives one header, by its name in small letters, without making the others; `null` if it is not there. */
  header(name: string): string | null;
  /** The address that it came from; `undefined` where nobody can tell. */
  readonly remoteAddress: string | undefined;
  /**
   * Aborts when the client leaves, or the server closes, before there is an answer; on `node:http` also while the
   * answer is sent.
   */
  readonly signal: AbortSignal;
  /**
   * Reads the body as text, up to a number of bytes; {@linkcode TOO_LARGE} if it has more, of which no more is read.
   *
   * @throws {ConnectionBreak} If the client leaves before it is whole.
   */
  text(maxBytes: number): Promise<string | typeof TOO_LARGE>;
  /** Reads the body as {@linkcode text} does, but leaves its bytes as they are. */
  bytes(maxBytes: number): Promise<Bytes | typeof TOO_LARGE>;
  /** Makes a `Request` of it, instead of reading its body; aborts its signal when the client leaves, where that can be seen. */
  toRequest(): Promise<Request>;
}
