/**
 * An upstream below HTTP: what it answers is broken in ways that no server of HTTP can be brought to.
 *
 * @module
 */
import { toBytes } from "../../src/bytes.ts";

/** An upstream that listens. */
export interface RawUpstream {
  /** Its address. */
  readonly url: string;
  /** Stops it. */
  close(): void;
}

type Connection = Deno.TcpConn;

const HEAD = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n";

/** What it does with a request, one after the other; each ends by a closed connection. */
const PLAYS: readonly ((connection: Connection) => Promise<void>)[] = [
  (to) => say(to, "nonsense\r\n\r\n"),
  (to) => say(to, "HTTP/1.1 200 OK\r\ncontent-type: text/event-str"),
  (to) => say(to, `${HEAD}transfer-encoding: chunked\r\n\r\n5\r\ndata: {}`),
  (to) => say(to, `${HEAD}transfer-encoding: chunked\r\n\r\nzz\r\ndata: {}\n\n\r\n0\r\n\r\n`),
  (to) => say(to, `${HEAD}content-length: 500\r\n\r\n${event("cut ")}`),
  (to) => say(to, `${HEAD}content-length: 9\r\n\r\n${event("longer than it says")}`),
  (to) => say(to, "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n<html>Sign in</html>"),
  () => Promise.resolve(),
  async (to) => {
    for (const byte of toBytes(`${HEAD}\r\n${event("one ")}${event("byte ")}`)) {
      await to.write(new Uint8Array([byte]));
    }
  },
];

/** A large event, for clients that do not read. */
const LARGE = toBytes(event("x".repeat(64 * 1024)));

/** After how many bytes an answer without an end is given up: nobody stops it. */
const MAX_ENDLESS_BYTES = 64 * 1024 * 1024;

/** Starts one. A request for the model `endless` is answered until the client is gone, others by nonsense. */
export function rawUpstream(): RawUpstream {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const open = new Set<Connection>();
  let played = 0;
  async function answer(connection: Connection): Promise<void> {
    open.add(connection);
    try {
      const request = await received(connection);
      if (request.includes('"endless"')) await sayForEver(connection);
      else await PLAYS[played++ % PLAYS.length]!(connection);
    } catch {
      // The proxy is gone.
    } finally {
      end(connection);
    }
  }
  function end(connection: Connection): void {
    if (open.delete(connection)) connection.close();
  }
  void (async () => {
    for await (const connection of listener) void answer(connection);
  })().catch(() => {});
  return {
    url: `http://127.0.0.1:${listener.addr.port}`,
    close() {
      listener.close();
      for (const connection of open) end(connection);
    },
  };
}

function event(content: string): string {
  const choice = { index: 0, delta: { content }, finish_reason: null };
  return `data: ${JSON.stringify({ id: "1", choices: [choice] })}\n\n`;
}

async function say(connection: Connection, text: string): Promise<void> {
  await writeAll(connection, toBytes(text));
}

async function sayForEver(connection: Connection): Promise<void> {
  await say(connection, `${HEAD}\r\n`);
  for (let bytes = 0; bytes < MAX_ENDLESS_BYTES; bytes += LARGE.length) {
    await writeAll(connection, LARGE);
  }
}

async function writeAll(connection: Connection, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await connection.write(bytes.subarray(at));
}

/** Reads what comes first; the requests here are small. */
async function received(connection: Connection): Promise<string> {
  const decoder = new TextDecoder();
  const bytes = new Uint8Array(16 * 1024);
  let text = "";
  while (!/\r\n\r\n[^]*\}/.test(text)) {
    const count = await connection.read(bytes);
    if (count === null) break;
    text += decoder.decode(bytes.subarray(0, count), { stream: true });
  }
  return text;
}
