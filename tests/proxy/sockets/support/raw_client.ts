import { connect, type Socket } from "node:net";
import { systemClock, TIMED_OUT, withDeadline } from "../../../../src/clock.ts";

/** A client that speaks bytes, and sees them. */
export interface RawClient {
  /** Its connection. */
  readonly socket: Socket;
  /** All that it got, byte by byte. */
  readonly text: string;
  /** Whether the connection is over. */
  readonly isClosed: boolean;
  /** Waits until something is in what it got. */
  got(part: string): Promise<void>;
  /** Waits until the connection is over. */
  closed(): Promise<void>;
  /** Sends text, and nothing else. */
  send(text: string): void;
  /** Leaves, without a word. */
  leave(): void;
}

/** Connects to a server. */
export async function rawClient(url: string): Promise<RawClient> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  let text = "";
  let isClosed = false;
  const listeners = new Set<() => void>();
  const tell = () => listeners.forEach((listener) => listener());
  socket.on("data", (data: Uint8Array) => {
    text += latin1(data);
    tell();
  });
  socket.on("error", () => {});
  socket.on("close", () => {
    isClosed = true;
    tell();
  });
  await soon(new Promise<void>((resolve) => socket.once("connect", () => resolve())));
  const until = (isIt: () => boolean, what: string) =>
    soon(
      new Promise<void>((resolve) => {
        const look = () => {
          if (!isIt()) return;
          listeners.delete(look);
          resolve();
        };
        listeners.add(look);
        look();
      }),
      () => `${what}; what came is ${JSON.stringify(text.slice(-500))}`,
    );
  return {
    socket,
    get text() {
      return text;
    },
    get isClosed() {
      return isClosed;
    },
    got: (part) => until(() => text.includes(part), `Did not get ${JSON.stringify(part)}`),
    closed: () => until(() => isClosed, "Was not closed"),
    send: (sent) => void socket.write(sent),
    leave: () => void socket.destroy(),
  };
}

/** The bytes of a request to the proxy for a chat. */
export function chatRequest(
  body: Record<string, unknown> = {},
  headers: Readonly<Record<string, string>> = {},
): string {
  const text = JSON.stringify({ model: "m", stream: true, messages: [], ...body });
  const fields = Object.entries({ host: "127.0.0.1", "content-length": text.length, ...headers });
  const head = fields.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  return `POST /v1/chat/completions HTTP/1.1\r\n${head}\r\n${text}`;
}

/** How long what should come at once is waited for, in milliseconds. */
const SOON_MS = 10_000;

/** Waits, but not for ever. */
export async function soon<T>(
  promise: Promise<T>,
  message: () => string = () => "It took too long",
): Promise<T> {
  const result = await withDeadline(SOON_MS, promise, systemClock);
  if (result === TIMED_OUT) throw new Error(message());
  return result;
}

function latin1(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}
