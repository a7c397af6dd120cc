import type { Bytes } from "../../bytes.ts";
import type { HeaderList } from "../header_list.ts";

/**
 * A way to the upstreams. There are two: `socketTransport()`, which is the one unless a `fetch` is given, and
 * `fetchTransport()`.
 *
 * The first speaks HTTP/1.1 over `node:net` and `node:tls`, because the clients of Deno, `fetch` and `node:http`, send
 * a POST again when a connection that was kept open is reset under it, and because an event takes a fraction of
 * the time there. `Deno.connect` was measured too: it takes as much of the processor as `node:net` does, and is
 * nowhere else to be had. The figures are in `docs/performance.md`.
 */
export interface Transport {
  /**
   * Sends a request, once: it is never sent again by the transport, also when a connection kept open turns out to
   * be closed after the request may have reached the peer.
   *
   * @param request What to send.
   * @param signal Gives it up, and the body of the answer as well: the connection is closed at once, and what is
   * being read rejects with the signal's reason.
   * @returns The answer, once its headers are there.
   * @throws {TransportError} If there is no answer.
   * @throws The reason of the signal.
   */
  send(request: UpstreamRequest, signal: AbortSignal): Promise<UpstreamAnswer>;
  /** Closes the connections that are kept open. */
  close(): void;
}

/** What is sent to an upstream. */
export interface UpstreamRequest {
  /** The method, in capitals. */
  readonly method: string;
  /** Where to. */
  readonly url: URL;
  /** The headers, names in lower case; without `host`, `connection`, `content-length` and `transfer-encoding`. */
  readonly headers: ReadonlyMap<string, string>;
  /** The body; `null` for none. */
  readonly body: Bytes | null;
  /** How long it may take to be connected, in milliseconds. */
  readonly connectMs: number;
}

/** What an upstream answers. */
export interface UpstreamAnswer {
  /** Its status. */
  readonly status: number;
  /** Its headers. */
  readonly headers: HeaderList;
  /** Its body. */
  readonly body: UpstreamBody;
}

/** The body of an answer, read at the pace of whoever reads it. */
export interface UpstreamBody {
  /**
   * Reads on.
   *
   * @returns What has come, one byte at least; `null` at its clean end.
   * @throws {TransportError} If the connection breaks before the body ends.
   */
  read(): Promise<Bytes | null>;
  /** Reads no more and closes the connection. Does nothing when the body has ended. */
  cancel(): void;
}
