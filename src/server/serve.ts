import { orElse } from "../awaitable.ts";
import { ConnectionBreak } from "./connection_break.ts";
import { type DenoApi, serveOnDeno } from "./serve_deno.ts";
import { serveOnNode } from "./serve_node.ts";
import type { ServerPlan } from "./serve_plan.ts";

/** Answers a request. */
export type Handler = (request: Request) => Response | Promise<Response>;

/** Where to listen. */
export interface ServeOptions {
  /** The address. @default {"127.0.0.1"} */
  readonly hostname?: string | undefined;
  /** The port; 0 takes a free one. @default {0} */
  readonly port?: number | undefined;
  /** Told what a handler throws; the client gets status 500. By default nobody is told. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** A running server. */
export interface Server {
  /** Its address, without a slash at the end. */
  readonly url: string;
  /** Stops listening, breaks off what is still open, and waits for both. */
  close(): Promise<void>;
  /** Closes it, so that `await using` does. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** A server that can be stopped without breaking anything off. */
export interface DrainableServer extends Server {
  /**
   * Stops listening, and waits until every request that came before is answered to its end. On Deno, `close()` then
   * breaks off only what has no answer yet: a body must be ended by who makes it.
   */
  drain(): Promise<void>;
}

/** The part of the globals used here. */
interface Runtime {
  readonly Deno?: DenoApi;
}

/**
 * Starts a server: `Deno.serve` on Deno, `node:http` elsewhere. (`Bun.serve` sends no headers before
 * the first byte of a body, which a server of streams must.)
 *
 * A client that leaves cancels the body of its response. A body that fails breaks the connection,
 * after what it gave before. Bodies are read at the pace of the client. A handler that throws a
 * `ConnectionBreak` breaks the connection without an answer; `Deno.serve` cannot, and sends the head of one
 * before.
 *
 * @param handler Answers each request.
 * @param options Where to listen.
 * @returns The server, listening.
 * @throws If it cannot listen there; what, depends on the runtime.
 */
export async function serve(handler: Handler, options: ServeOptions = {}): Promise<Server> {
  return await serveAnswers(async (request) => await handler(await request.toRequest()), options);
}

/**
 * Starts a server as {@linkcode serve} does, for a handler that needs no `Request` and makes no `Response`, which
 * are most of the cost of a short answer on `node:http`.
 *
 * @param handler Answers each request.
 * @param options Where to listen.
 * @returns The server, listening.
 * @throws If it cannot listen there; what, depends on the runtime.
 */
export async function serveAnswers(
  handler: ServerPlan["handler"],
  options: ServeOptions = {},
): Promise<DrainableServer> {
  const { hostname = "127.0.0.1", port = 0, onError = () => {} } = options;
  const plan: ServerPlan = { handler: guarded(handler, onError), hostname, port };
  const deno = (globalThis as Runtime).Deno;
  const started = deno ? serveOnDeno(deno, plan) : await serveOnNode(plan);
  const host = hostname.includes(":") ? `[${hostname}]` : hostname;
  const { port: bound, drain, close } = started;
  return { url: `http://${host}:${bound}`, drain, close, [Symbol.asyncDispose]: close };
}

/** Makes a handler that fails only to break off, since every runtime does something else then. */
function guarded(
  handler: ServerPlan["handler"],
  onError: (error: unknown) => void,
): ServerPlan["handler"] {
  return (request) =>
    orElse(() => handler(request), (error) => {
      if (error instanceof ConnectionBreak) throw error;
      // Nobody is there to be answered, and the handler was right to give up.
      if (request.signal.aborted) throw new ConnectionBreak("The client left");
      onError(error);
      return new Response("Internal Server Error", { status: 500 });
    });
}
