import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { Breather } from "./breather.ts";
import type { Bytes } from "./bytes.ts";
import { systemClock } from "./clock.ts";
import { pauseBeforeBreak } from "./serve_plan.ts";
import type { ServerPlan, StartedServer } from "./serve_plan.ts";

/**
 * Starts a server on `node:http`.
 *
 * @param plan What to serve, and where.
 * @returns The server, listening.
 * @throws If it cannot listen there.
 */
export async function serveOnNode(plan: ServerPlan): Promise<StartedServer> {
  const { createServer } = await import("node:http");
  const server = createServer((incoming, outgoing) => {
    answer(plan.handler, incoming, outgoing).catch(async () => {
      await pauseBeforeBreak();
      await flushed(outgoing);
      // Bun sends a head that nobody wrote when it destroys an answer without one.
      if (outgoing.headersSent) outgoing.destroy();
      else incoming.socket.destroy();
    });
  });
  const port = await listen(server, plan);
  return { port, close: () => close(server) };
}

function listen(server: Server, { hostname, port }: ServerPlan): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, hostname, () => {
      const address = server.address();
      if (typeof address === "object" && address !== null) resolve(address.port);
      else reject(new Error("Cannot find the port the server listens on"));
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** Answers one request at the pace the client reads. */
async function answer(
  handler: ServerPlan["handler"],
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const left = new AbortController();
  outgoing.once("close", () => {
    if (!outgoing.writableFinished) left.abort(new Error("The client left"));
  });
  const response = await handler(await toRequest(incoming, left.signal));
  if (left.signal.aborted) return void response.body?.cancel(left.signal.reason).catch(() => {});
  writeHead(response, outgoing);
  if (response.body) await writeBody(response.body, outgoing, left.signal);
  outgoing.end();
}

function writeHead({ status, statusText, headers }: Response, outgoing: ServerResponse): void {
  for (const [name, value] of headers) {
    if (name !== "set-cookie") outgoing.setHeader(name, value);
  }
  // The only header that must not be joined.
  const cookies = headers.getSetCookie();
  if (cookies.length > 0) outgoing.setHeader("set-cookie", cookies);
  outgoing.writeHead(status, statusText || undefined);
  // A client must see the headers even when the body is slow to come.
  outgoing.flushHeaders();
}

async function writeBody(
  body: ReadableStream<Uint8Array>,
  outgoing: ServerResponse,
  left: AbortSignal,
): Promise<void> {
  const reader = body.getReader();
  const breather = new Breather();
  left.addEventListener("abort", () => {
    breather.stop();
    reader.cancel(left.reason).catch(() => {});
  });
  for (;;) {
    const breath = breather.step();
    if (breath) await breath;
    const { done, value } = await reader.read();
    if (done) return;
    if (!outgoing.write(value) && isFull(outgoing)) await drained(outgoing);
  }
}

/**
 * How much may wait to be sent on one connection, in bytes. Node's own limit is below one chunk of a fast body,
 * and a wait for each chunk costs more than the chunk.
 */
const MAX_WAITING_BYTES = 256 * 1024;

/** Whether a body must wait for the client; where a runtime does not tell how much is left, at once. */
function isFull({ writableLength }: ServerResponse): boolean {
  return !(writableLength > 0 && writableLength < MAX_WAITING_BYTES);
}

/** How long to wait before looking again whether all is sent, in milliseconds. */
const FLUSH_MS = 5;

/** Waits until the client has got what was written, or has left. */
async function flushed(outgoing: ServerResponse): Promise<void> {
  while (outgoing.writableLength > 0 && !outgoing.destroyed) await systemClock.sleep(FLUSH_MS);
}

function drained(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    function done(): void {
      outgoing.off("drain", done);
      outgoing.off("close", done);
      resolve();
    }
    outgoing.on("drain", done);
    outgoing.on("close", done);
  });
}

async function toRequest(incoming: IncomingMessage, signal: AbortSignal): Promise<Request> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    for (const item of [value ?? []].flat()) headers.append(name, item);
  }
  const chunks: Bytes[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const url = new URL(incoming.url ?? "/", `http://${incoming.headers.host ?? "127.0.0.1"}`);
  const method = incoming.method ?? "GET";
  const hasBody = chunks.length > 0 && method !== "GET" && method !== "HEAD";
  return new Request(url, { method, headers, body: hasBody ? new Blob(chunks) : null, signal });
}
