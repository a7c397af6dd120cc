import { serve } from "../../server/serve.ts";
import type { Server } from "../../server/serve.ts";
import { BaseLab } from "./base_lab.ts";
import type { AdapterEnv, Lab } from "./lab.ts";
import { holdResponses } from "./held_fetch.ts";
import { signalOf } from "./fetch_arguments.ts";
import { replyBody } from "./reply_body.ts";

/** A lab on a loopback port, for adapters that take only an address, and for counting sockets. */
export class ServerLab extends BaseLab implements Lab {
  readonly #server: Server;
  /** Responses that are kept from the garbage collector, which would close a leaked one some day. */
  readonly #kept: Response[] = [];
  readonly #over: AbortController = new AbortController();
  readonly #held: { release(): void };
  /** What the adapter gets: the address of the server, and the runtime's own `fetch`. */
  readonly env: AdapterEnv;

  /** What an adapter must do for its requests to arrive here. */
  readonly reachedBy: string =
    "the adapter must send its requests to the 'baseUrl' that it is given";

  private constructor(server: Server) {
    super();
    this.#server = server;
    // An adapter that takes only an address has a fetch of its own, most often the global one.
    const held = holdResponses(server.url, (...call) => this.#send(...call));
    this.#held = held;
    const { url: baseUrl } = server;
    this.env = { baseUrl, fetch: (input, init) => this.#send(held.own, input, init) };
  }

  /** Starts a lab. */
  static async start(): Promise<ServerLab> {
    const server = await serve((request) => lab.#handle(request));
    const lab = new ServerLab(server);
    return lab;
  }

  /** Ends every response still open, at both ends of the connection, and stops the server. */
  async close(): Promise<void> {
    this.settleAll();
    this.#held.release();
    this.#over.abort(new Error("The check is over"));
    this.#kept.length = 0;
    await this.#server.close();
    this.throwFault();
  }

  async #send(
    send: typeof fetch,
    input: RequestInfo | URL,
    init?: RequestInit,
  ): Promise<Response> {
    const own = signalOf(input, init);
    const over = this.#over.signal;
    const signal = own ? AbortSignal.any([own, over]) : over;
    const response = await send(input, { ...init, signal });
    this.#kept.push(response);
    return response;
  }

  async #handle(request: Request): Promise<Response> {
    await request.arrayBuffer();
    const { reply, exchange } = this.accept();
    // A server cannot see on every runtime that a client leaves before the headers, so no check
    // asks this lab to hold them back.
    if (reply.holdHeaders) throw new Error("Only the lab in process can hold back headers");
    const { status = 200, contentType } = reply;
    const headers = { "content-type": contentType };
    return new Response(replyBody(reply, exchange), { status, headers });
  }
}
