import { createServer, type Server, type Socket } from "node:net";
import { createServer as createSecureServer } from "node:tls";
import { TEST_CERTIFICATE, TEST_KEY } from "./certificate.ts";

/** One connection to a raw server. */
export interface RawConnection {
  /** The socket. */
  readonly socket: Socket;
  /** Which connection it is, from 1. */
  readonly number: number;
  /** The request that came, wholly. */
  readonly request: string;
  /** Which request of the connection it is, from 1. */
  readonly turn: number;
}

/** A server that answers by hand. */
export interface RawServer {
  /** Its address, without a slash at the end. */
  readonly url: string;
  /** The requests that came wholly, in order. */
  readonly requests: string[];
  /** How many connections were opened. */
  readonly opened: number;
  /** Waits until no connection is open. */
  idle(): Promise<void>;
  /** Closes it. */
  close(): Promise<void>;
}

/** How to listen. */
export interface RawServerOptions {
  /** Whether by TLS. */
  readonly isSecure?: boolean | undefined;
  /** The address. */
  readonly hostname?: string | undefined;
  /** Called for each connection, before a request. */
  readonly onConnection?: ((socket: Socket) => void) | undefined;
}

/** Starts a server that hands over each request; what is written on the socket is the answer. */
export async function rawServer(
  onRequest: (connection: RawConnection) => void,
  options: RawServerOptions = {},
): Promise<RawServer> {
  const { isSecure = false, hostname = "127.0.0.1", onConnection } = options;
  const requests: string[] = [];
  const open = new Set<Socket>();
  const waiting: (() => void)[] = [];
  let opened = 0;
  const accept = (socket: Socket) => {
    const number = ++opened;
    open.add(socket);
    socket.setNoDelay(true);
    socket.on("error", () => {});
    socket.on("close", () => {
      open.delete(socket);
      if (open.size === 0) waiting.splice(0).forEach((wake) => wake());
    });
    let text = "";
    let turn = 0;
    socket.on("data", (data: Uint8Array) => {
      for (const byte of data) text += String.fromCharCode(byte);
      for (let whole = wholeRequest(text); whole !== undefined; whole = wholeRequest(text)) {
        text = text.slice(whole.length);
        requests.push(whole);
        onRequest({ socket, number, request: whole, turn: ++turn });
      }
    });
    onConnection?.(socket);
  };
  const server = isSecure
    ? createSecureServer(
      { cert: TEST_CERTIFICATE, key: TEST_KEY, ALPNProtocols: ["http/1.1"] },
      accept,
    )
    : createServer(accept);
  const port = await listen(server, hostname);
  const host = hostname.includes(":") ? `[${hostname}]` : hostname;
  return {
    url: `http${isSecure ? "s" : ""}://${host}:${port}`,
    requests,
    get opened() {
      return opened;
    },
    idle: () =>
      open.size === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve)),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}

function wholeRequest(text: string): string | undefined {
  const end = text.indexOf("\r\n\r\n");
  if (end === -1) return undefined;
  const length = Number(/\r\ncontent-length: *(\d+)/i.exec(text.slice(0, end + 2))?.[1] ?? 0);
  const whole = end + 4 + length;
  return text.length < whole ? undefined : text.slice(0, whole);
}

function listen(server: Server, hostname: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, hostname, () => {
      const address = server.address();
      if (typeof address === "object" && address !== null) resolve(address.port);
    });
  });
}
