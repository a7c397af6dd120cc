import type { Server, ServerResponse } from "node:http";
import { Breather } from "../breather.ts";
import type { Bytes } from "../bytes.ts";
import { systemClock } from "../clock.ts";
import type { HttpAnswer } from "./http_answer.ts";
import { NodeRequest } from "./node_request.ts";
import { pauseBeforeBreak } from "./serve_plan.ts";
import type { ServerPlan, StartedServer } from "./serve_plan.ts";
import { TransientSet } from "../transient_set.ts";
import { utf8Length } from "../utf8_length.ts";

/**
 * Starts a server on `node:http`.
 *
 * @param plan What to serve, and where.
 * @returns The server, listening.
 * @throws If it cannot listen there.
 */
export async function serveOnNode(plan: ServerPlan): Promise<StartedServer> {
  const { createServer } = await import("node:http");
  const open = new TransientSet<NodeRequest>();
  let isDraining = false;
  const server = createServer((incoming, outgoing) => {
    const request = new NodeRequest(incoming);
    open.add(request);
    outgoing.once("close", () => {
      open.delete(request);
      if (!outgoing.writableFinished) request.leave(new Error("The client left"));
      // Its connection may be kept for another request, and would keep the server open for seconds.
      if (isDraining) setImmediate(() => server.closeIdleConnections());
    });
    answer(plan.handler, request, outgoing).catch(async () => {
      // Whoever has left needs no break.
      if (request.signal.aborted) return;
      await pauseBeforeBreak();
      await flushed(outgoing);
      // Bun sends a head that nobody wrote when it destroys an answer without one.
      if (outgoing.headersSent) outgoing.destroy();
      else incoming.socket.destroy();
    });
  });
  const port = await listen(server, plan);
  function drain(): Promise<void> {
    isDraining = true;
    return drained(server);
  }
  async function close(): Promise<void> {
    const closed = drained(server);
    server.closeAllConnections();
    // The runtime tells of each only later, and then it is the client that left.
    for (const request of open) request.leave(new Error("The server closed"));
    await closed;
  }
  return { port, drain, close };
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

/** Connections that wait for a request are closed at once. */
function drained(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
}

/** Answers one request at the pace the client reads. */
async function answer(
  handler: ServerPlan["handler"],
  request: NodeRequest,
  outgoing: ServerResponse,
): Promise<void> {
  const { status, statusText, headers, body } = await handler(request);
  const fields = fieldsOf(headers);
  if (body instanceof ReadableStream) {
    const { signal } = request;
    if (signal.aborted) return void body.cancel(signal.reason).catch(() => {});
    outgoing.writeHead(status, statusText || undefined, fields);
    flushHeaders(outgoing);
    await writeBody(body, outgoing, signal);
    outgoing.end();
  } else {
    if (body !== null) fields["content-length"] = String(sizeOf(body));
    outgoing.writeHead(status, statusText || undefined, fields);
    outgoing.end(body ?? undefined);
  }
}

/** A client must see the headers even when the body is slow to come; what of it is there at once goes with them. */
function flushHeaders(outgoing: ServerResponse): void {
  const { socket } = outgoing;
  socket?.cork();
  setImmediate(() => socket?.uncork());
  outgoing.flushHeaders();
}

function sizeOf(body: string | Bytes): number {
  return typeof body === "string" ? utf8Length(body) : body.length;
}

function fieldsOf(headers: HttpAnswer["headers"]): Record<string, string | string[]> {
  if (!(headers instanceof Headers)) return { ...headers };
  const fields: Record<string, string | string[]> = Object.fromEntries(headers);
  // The only header that must not be joined.
  const cookies = headers.getSetCookie();
  if (cookies.length > 0) fields["set-cookie"] = cookies;
  return fields;
}

async function writeBody(
  body: ReadableStream<Uint8Array>,
  outgoing: ServerResponse,
  left: AbortSignal,
): Promise<void> {
  const reader = body.getReader();
  const breather = new Breather();
  left.addEventListener("abort", () => void reader.cancel(left.reason).catch(() => {}));
  for (;;) {
    const breath = breather.step();
    if (breath) await breath;
    const { done, value } = await reader.read();
    if (done) return;
    if (!outgoing.write(value) && isFull(outgoing)) await emptied(outgoing);
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

function emptied(outgoing: ServerResponse): Promise<void> {
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
