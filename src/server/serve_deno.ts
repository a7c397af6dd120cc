import { type HttpAnswer, toResponse } from "./http_answer.ts";
import type { ServerPlan, StartedServer } from "./serve_plan.ts";
import { spacedBody } from "./spaced_body.ts";
import { type Placed, TransientSet } from "../transient_set.ts";
import { WrappedRequest } from "./wrapped_request.ts";

/** Where a connection comes from, which takes time to ask for; a socket of the file system has no host. */
interface DenoInfo {
  readonly remoteAddr: { readonly hostname?: string | undefined };
}

/** The part of Deno used here; naming its types would bind every user to them. */
export interface DenoApi {
  /** Starts a server. */
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
      info: DenoInfo,
    ) => Promise<Response>,
  ): {
    readonly addr: { readonly port: number };
    readonly finished: Promise<void>;
    shutdown(): Promise<void>;
  };
}

/**
 * Starts a server by `Deno.serve`.
 *
 * @param deno The runtime.
 * @param plan What to serve, and where.
 * @returns The server, listening.
 * @throws If it cannot listen there.
 */
export function serveOnDeno(deno: DenoApi, plan: ServerPlan): StartedServer {
  const { handler, hostname, port } = plan;
  const stop = new AbortController();
  // Told of bodies that fail, which are printed without it; what it gives is not sent.
  const onError = () => new Response(null, { status: 500 });
  const settings = { hostname, port, signal: stop.signal, onListen() {}, onError };
  const open = new OpenRequests();
  let isDraining = false;
  const server = deno.serve(settings, async (native, info) => {
    const request = new DenoRequest(native, info);
    open.add(request);
    try {
      const answer = handler(request);
      return respond(answer instanceof Promise ? await answer : answer);
    } catch (error) {
      // Also where nobody is left to be answered: the runtime keeps a request, and waits for it, until it has an answer.
      return brokenResponse(error);
    } finally {
      request.answered();
      open.delete(request);
    }
  });
  async function close(): Promise<void> {
    // From a server that drains the runtime takes no more orders: to abort it throws where nobody can catch it.
    if (!isDraining) stop.abort();
    open.leave(new Error("The server closed"));
    await server.finished;
    open.stop();
  }
  async function drain(): Promise<void> {
    isDraining = true;
    await server.shutdown();
    await server.finished;
  }
  return { port: server.addr.port, drain, close };
}

/** Makes the response. Looking at the body of one that is there would make a stream of it. */
function respond(answer: HttpAnswer): Response {
  if (answer instanceof Response) return answer;
  const { body } = answer;
  const response = toResponse(spaced(answer));
  if (typeof body === "string" || body instanceof Uint8Array) goTogether(response);
  return response;
}

/**
 * Lets the head and the body of a response go out together. `Deno.serve` writes them apart, in two packets, where the
 * head tells how long the body is, which is a sixth of all that a short answer costs; but chunks it writes with the
 * head. It tells the length all the same where chunks are not understood: by HTTP/1.0 and HTTP/2, and for HEAD.
 */
function goTogether({ headers }: Response): void {
  if (!headers.has("content-length")) headers.set("transfer-encoding", "chunked");
}

/** Keeps the chunks of a body apart, if they are to be. */
function spaced(answer: HttpAnswer): HttpAnswer {
  const { status, headers, body, keepsChunks } = answer;
  if (!keepsChunks || !(body instanceof ReadableStream)) return answer;
  return { status, headers, body: spacedBody(body) };
}

/**
 * How long an answer may take before the runtime is asked to tell of a client that leaves, in milliseconds; up to
 * twice as long, as one timer is for all: half of the 100 ms in which what is done for such a client has to end, as a
 * busy machine is late. It tells it by a signal that aborts after every answer as well, and prints a warning, once, when
 * an answer comes after the signal was looked at.
 */
const WATCH_MS = 25;

/** The requests that have no answer yet. */
class OpenRequests {
  readonly #open = new TransientSet<DenoRequest>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  add(request: DenoRequest): void {
    this.#open.add(request);
    this.#timer ??= setTimeout(() => this.#look(), WATCH_MS);
  }

  delete(request: DenoRequest): void {
    this.#open.delete(request);
  }

  /** Aborts what is still being done for them. */
  leave(reason: Error): void {
    for (const request of this.#open) request.leave(reason);
  }

  /** Lets the timer go, once no more requests can come. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  #look(): void {
    let hasYoung = false;
    for (const request of this.#open) {
      if (request.isOld) request.watchClient();
      else hasYoung = request.isOld = true;
    }
    this.#timer = hasYoung ? setTimeout(() => this.#look(), WATCH_MS) : undefined;
  }
}

/** A request as `Deno.serve` gives it, which makes its parts when they are asked for. */
class DenoRequest extends WrappedRequest implements Placed {
  place = 0;
  /** Whether it was there when the timer was last over. */
  isOld = false;
  readonly #info: DenoInfo;
  #left: AbortController | undefined;
  #isAnswered = false;
  #isWatched = false;

  constructor(request: Request, info: DenoInfo) {
    super(request);
    this.#info = info;
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
    const { signal } = this.request;
    const onAbort = () => this.leave(new Error("The client left"));
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
  }

  get remoteAddress(): string | undefined {
    return this.#info.remoteAddr.hostname;
  }
}

/** There is no way to send less. */
function brokenResponse(error: unknown): Response {
  return new Response(new ReadableStream({ pull: (controller) => controller.error(error) }));
}
