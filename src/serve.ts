import { ConnectionBreak } from "./connection_break.ts";
import { type HttpAnswer, toResponse } from "./http_answer.ts";
import { readLimited, readLimitedBytes } from "./read_limited.ts";
import { serveOnNode } from "./serve_node.ts";
import type { ServerPlan, StartedServer } from "./serve_plan.ts";
import type { ServedRequest } from "./served_request.ts";
import { spacedBody } from "./spaced_body.ts";

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

/** Where a connection comes from; a socket of the file system has no host. */
interface DenoAddress {
  readonly hostname?: string | undefined;
}

/** The part of Deno used here; naming its types would bind every user to them. */
interface Runtime {
  readonly Deno?: {
    serve(
      options: {
        hostname: string;
        port: number;
        signal: AbortSignal;
        onListen(): void;
        onError(error: unknown): Response;
      },
      handler: (
        request: Request,
        info: { readonly remoteAddr: DenoAddress },
      ) => Promise<Response>,
    ): { readonly addr: { readonly port: number }; readonly finished: Promise<void> };
  };
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
): Promise<Server> {
  const { hostname = "127.0.0.1", port = 0, onError = () => {} } = options;
  const plan: ServerPlan = { handler: guarded(handler, onError), hostname, port };
  const deno = (globalThis as Runtime).Deno;
  const started = deno ? serveOnDeno(deno, plan) : await serveOnNode(plan);
  const host = hostname.includes(":") ? `[${hostname}]` : hostname;
  const { port: bound, close } = started;
  return { url: `http://${host}:${bound}`, close, [Symbol.asyncDispose]: close };
}

/** Makes a handler that rejects only to break off, since every runtime does something else then. */
function guarded(
  handler: ServerPlan["handler"],
  onError: (error: unknown) => void,
): ServerPlan["handler"] {
  return async (request) => {
    try {
      return await handler(request);
    } catch (error) {
      if (error instanceof ConnectionBreak) throw error;
      // Nobody is there to be answered, and the handler was right to give up.
      if (request.signal.aborted) throw new ConnectionBreak("The client left");
      onError(error);
      return new Response("Internal Server Error", { status: 500 });
    }
  };
}

function serveOnDeno(deno: NonNullable<Runtime["Deno"]>, plan: ServerPlan): StartedServer {
  const { handler, hostname, port } = plan;
  const stop = new AbortController();
  // Told of bodies that fail, which are printed without it; what it gives is not sent.
  const onError = () => new Response(null, { status: 500 });
  const settings = { hostname, port, signal: stop.signal, onListen() {}, onError };
  const open = new OpenRequests();
  const server = deno.serve(settings, async (native, { remoteAddr }) => {
    const request = new DenoRequest(native, remoteAddr);
    open.add(request);
    try {
      return toResponse(spaced(await handler(request)));
    } catch (error) {
      // An answer to nobody counts as one, and would print the warning of which WATCH_MS tells.
      return request.signal.aborted ? await new Promise<never>(() => {}) : brokenResponse(error);
    } finally {
      request.answered();
      open.delete(request);
    }
  });
  async function close(): Promise<void> {
    stop.abort();
    open.leave(new Error("The server closed"));
    await server.finished;
  }
  return { port: server.addr.port, close };
}

/** Keeps the chunks of a body apart, if they are to be. */
function spaced(answer: HttpAnswer): HttpAnswer {
  const { status, headers, body, keepsChunks } = answer;
  if (!keepsChunks || !(body instanceof ReadableStream)) return answer;
  return { status, headers, body: spacedBody(body) };
}

/**
 * How long an answer may take before the runtime is asked to tell of a client that leaves, in milliseconds; up to
 * twice as long, as one timer is for all. It tells it by a signal that aborts after every answer as well, and
 * prints a warning, once, when an answer comes after the signal was looked at.
 */
const WATCH_MS = 100;

/** The requests that have no answer yet. */
class OpenRequests {
  /** Those that came since the timer was last over, and those from before. */
  #young: Set<DenoRequest> = new Set();
  #old: Set<DenoRequest> = new Set();
  #timer: ReturnType<typeof setTimeout> | undefined;

  add(request: DenoRequest): void {
    this.#young.add(request);
    this.#timer ??= setTimeout(() => this.#look(), WATCH_MS);
  }

  delete(request: DenoRequest): void {
    if (!this.#young.delete(request)) this.#old.delete(request);
  }

  /** Aborts what is still being done for them. */
  leave(reason: Error): void {
    clearTimeout(this.#timer);
    for (const request of [...this.#young, ...this.#old]) request.leave(reason);
  }

  #look(): void {
    for (const request of this.#old) request.watchClient();
    const hasYoung = this.#young.size > 0;
    for (const request of this.#young) this.#old.add(request);
    this.#young.clear();
    this.#timer = hasYoung ? setTimeout(() => this.#look(), WATCH_MS) : undefined;
  }
}

/** A request as `Deno.serve` gives it, which makes its parts when they are asked for. */
class DenoRequest implements ServedRequest {
  readonly #request: Request;
  readonly #remote: DenoAddress;
  #left: AbortController | undefined;
  #isAnswered = false;
  #isWatched = false;

  constructor(request: Request, remote: DenoAddress) {
    this.#request = request;
    this.#remote = remote;
  }

  get signal(): AbortSignal {
    return (this.#left ??= new AbortController()).signal;
  }

  /** What the client does from now on the body of its answer is told. */
  answered(): void {
    this.#isAnswered = true;
  }

  /** Aborts what is still being done for it. */
  leave(reason: Error): void {
    if (this.#isAnswered) return;
    this.answered();
    (this.#left ??= new AbortController()).abort(reason);
  }

  /** Asks the runtime to tell when the client leaves. */
  watchClient(): void {
    if (this.#isWatched) return;
    this.#isWatched = true;
    const { signal } = this.#request;
    const onAbort = () => this.leave(new Error("The client left"));
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
  }

  get method(): string {
    return this.#request.method;
  }

  get url(): string {
    return this.#request.url;
  }

  get remoteAddress(): string | undefined {
    return this.#remote.hostname;
  }

  get headers(): Headers {
    return this.#request.headers;
  }

  header(name: string): string | null {
    return this.#request.headers.get(name);
  }

  text(maxBytes: number): ReturnType<ServedRequest["text"]> {
    return readLimited(this.#request, maxBytes);
  }

  bytes(maxBytes: number): ReturnType<ServedRequest["bytes"]> {
    return readLimitedBytes(this.#request, maxBytes);
  }

  toRequest(): Promise<Request> {
    return Promise.resolve(this.#request);
  }
}

/** There is no way to send less. */
function brokenResponse(error: unknown): Response {
  return new Response(new ReadableStream({ pull: (controller) => controller.error(error) }));
}
