import { type Clock, systemClock } from "../../clock.ts";
import type { HeaderList } from "../header_list.ts";
import { Connection } from "./connection.ts";
import { ConnectionPool } from "./connection_pool.ts";
import { decoderOf } from "./decoder_of.ts";
import { idleLimit } from "./idle_limit.ts";
import { openSocket } from "./open_socket.ts";
import { readHead } from "./read_head.ts";
import { requireTarget } from "./require_target.ts";
import { SocketBody } from "./socket_body.ts";
import type { Transport, UpstreamAnswer, UpstreamRequest } from "./transport.ts";
import { TransportError } from "./transport_error.ts";
import { writeRequest } from "./write_request.ts";

/** How to reach the upstreams. */
export interface SocketTransportOptions {
  /** Where time comes from. @default {systemClock} */
  readonly clock?: Clock | undefined;
  /** Certificates of authorities to trust besides those of the runtime, in PEM. By default none. */
  readonly ca?: readonly string[] | undefined;
}

/**
 * From which time on a connection kept open is given a turn of the event loop, in milliseconds: what the peer did
 * to it in between may not have been told yet.
 */
const WARY_AFTER_MS = 1000;

/**
 * Makes a transport that speaks HTTP/1.1 over sockets of its own, because a request is sent once here: the clients of
 * Deno, `fetch` and `node:http`, send a POST again when a connection that was kept open is reset under it, and a
 * turn is paid twice. It also takes less of the processor than they do.
 *
 * A connection is kept for 4 seconds, which is below what common servers wait, or for as long as the server says. One
 * that the server closes in that very moment is the rest of the risk: the request then fails as `network`.
 *
 * Proxies that the environment names are not used, redirects are not followed, bodies are not decoded.
 *
 * @param options How to reach the upstreams.
 * @returns The transport.
 */
export function socketTransport(options: SocketTransportOptions = {}): Transport {
  return new SocketTransport(options);
}

class SocketTransport implements Transport {
  readonly #clock: Clock;
  readonly #ca: readonly string[] | undefined;
  readonly #pool: ConnectionPool;

  constructor({ clock = systemClock, ca }: SocketTransportOptions) {
    this.#clock = clock;
    this.#ca = ca;
    this.#pool = new ConnectionPool(clock);
  }

  async send(request: UpstreamRequest, signal: AbortSignal): Promise<UpstreamAnswer> {
    signal.throwIfAborted();
    requireTarget(request.url);
    const pieces = writeRequest(request);
    const connection = await this.#takeOpen(request.url) ?? await this.#connect(request, signal);
    const onAbort = () => connection.destroy(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    try {
      signal.throwIfAborted();
      connection.write(pieces);
      const head = await readHead(connection, request.method);
      if (head === undefined) throw unanswered(request.url);
      const body = new SocketBody(connection, decoderOf(head), (error) => {
        signal.removeEventListener("abort", onAbort);
        // Who answers before a large body has been sent may never read the rest of it.
        const isStuck = pieces.length > 1 && connection.isWriting;
        if (error !== undefined || !head.isKept || isStuck) connection.destroy(error);
        else this.#keep(request.url.origin, connection, head.headers);
      });
      return { status: head.status, headers: head.headers, body };
    } catch (error) {
      signal.removeEventListener("abort", onAbort);
      connection.destroy(error);
      throw error;
    }
  }

  close(): void {
    this.#pool.close();
  }

  async #takeOpen({ origin }: URL): Promise<Connection | undefined> {
    for (;;) {
      const kept = this.#pool.take(origin);
      if (kept === undefined) return undefined;
      const { connection, idleMs } = kept;
      if (idleMs < WARY_AFTER_MS) return connection;
      await nextTurn();
      if (connection.isQuiet) return connection;
      connection.destroy(new Error("The connection was closed while it was unused"));
    }
  }

  async #connect({ url, connectMs }: UpstreamRequest, signal: AbortSignal): Promise<Connection> {
    const options = { connectMs, signal, clock: this.#clock, ca: this.#ca };
    return new Connection(await openSocket(url, options), url.host);
  }

  /** An answer may end before its request: the connection is free once both have. */
  #keep(origin: string, connection: Connection, headers: HeaderList): void {
    connection.whenWritten(() => this.#pool.give(origin, connection, idleLimit(headers)));
  }
}

function unanswered({ host }: URL): TransportError {
  return new TransportError("network", `'${host}' closed the connection without an answer`);
}

/**
 * Waits until the system was asked what came of the connections. Deno asks before timers alone, Node after them and
 * before immediates.
 */
async function nextTurn(): Promise<void> {
  const { setImmediate } = await import("node:timers");
  await new Promise<void>((resolve) => setTimeout(() => setImmediate(resolve), 0));
}
