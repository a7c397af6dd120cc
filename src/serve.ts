import type { IncomingMessage, ServerResponse } from "node:http";

/** Answers a request. */
export type Handler = (request: Request) => Response | Promise<Response>;

/** Where to listen. */
export interface ServeOptions {
  /** The address. @default {"127.0.0.1"} */
  readonly hostname?: string | undefined;
  /** The port; 0 takes a free one. @default {0} */
  readonly port?: number | undefined;
}

/** A running server. */
export interface Server {
  /** Its address, without a slash at the end. */
  readonly url: string;
  /** Stops listening, breaks off what is still open, and waits for both. */
  close(): Promise<void>;
}

/** The parts of the Deno and Bun globals used here; naming their types would bind every user to them. */
interface Runtime {
  readonly Deno?: {
    serve(
      options: { hostname: string; port: number; signal: AbortSignal; onListen(): void },
      handler: Handler,
    ): { readonly addr: { readonly port: number }; readonly finished: Promise<void> };
  };
  readonly Bun?: {
    serve(options: { hostname: string; port: number; idleTimeout: number; fetch: Handler }): {
      readonly port: number;
      stop(closeActive: boolean): Promise<void>;
    };
  };
}

/**
 * Starts a server on the runtime's own HTTP server: `Deno.serve`, `Bun.serve` or `node:http`.
 *
 * @param handler Answers each request. A client that leaves cancels the response's body; a body
 * that fails breaks the connection.
 * @param options Where to listen.
 * @returns The server, listening.
 */
export function serve(handler: Handler, options: ServeOptions = {}): Promise<Server> {
  const { hostname = "127.0.0.1", port = 0 } = options;
  const runtime = globalThis as Runtime;
  if (runtime.Deno) return Promise.resolve(serveOnDeno(runtime.Deno, handler, hostname, port));
  if (runtime.Bun) return Promise.resolve(serveOnBun(runtime.Bun, handler, hostname, port));
  return serveOnNode(handler, hostname, port);
}

function serveOnDeno(
  deno: NonNullable<Runtime["Deno"]>,
  handler: Handler,
  hostname: string,
  port: number,
): Server {
  const stop = new AbortController();
  const server = deno.serve({ hostname, port, signal: stop.signal, onListen() {} }, handler);
  return {
    url: `http://${hostname}:${server.addr.port}`,
    async close() {
      stop.abort();
      await server.finished;
    },
  };
}

function serveOnBun(
  bun: NonNullable<Runtime["Bun"]>,
  handler: Handler,
  hostname: string,
  port: number,
): Server {
  const server = bun.serve({ hostname, port, idleTimeout: 0, fetch: handler });
  return { url: `http://${hostname}:${server.port}`, close: () => server.stop(true) };
}

async function serveOnNode(handler: Handler, hostname: string, port: number): Promise<Server> {
  const { createServer } = await import("node:http");
  const server = createServer((incoming, outgoing) => {
    answer(handler, incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, hostname, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("Cannot find the port");
  return {
    url: `http://${hostname}:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Answers one request of `node:http`, at the pace the client reads. */
async function answer(
  handler: Handler,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const response = await handler(await toRequest(incoming));
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  // A client must see the headers even when the body is slow to come.
  outgoing.flushHeaders();
  if (!response.body) return void outgoing.end();
  const reader = response.body.getReader();
  outgoing.once("close", () => void reader.cancel("The client left").catch(() => {}));
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    if (!outgoing.write(value)) await drained(outgoing);
  }
  outgoing.end();
}

function drained(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      outgoing.off("drain", done);
      outgoing.off("close", done);
      resolve();
    };
    outgoing.on("drain", done);
    outgoing.on("close", done);
  });
}

async function toRequest(incoming: IncomingMessage): Promise<Request> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    for (const item of [value ?? []].flat()) headers.append(name, item);
  }
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const url = new URL(incoming.url ?? "/", `http://${incoming.headers.host ?? "127.0.0.1"}`);
  const method = incoming.method ?? "GET";
  return new Request(url, { method, headers, body: chunks.length > 0 ? new Blob(chunks) : null });
}
