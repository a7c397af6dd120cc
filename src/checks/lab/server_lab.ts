import { serve } from "../../serve.ts";
import type { Server } from "../../serve.ts";
import { BaseLab } from "./base_lab.ts";
import type { Lab, LabEnv } from "./lab.ts";
import { replyBody } from "./reply.ts";

/** A lab on a loopback port, for adapters that take only an address, and for counting sockets. */
export class ServerLab extends BaseLab implements Lab {
  readonly #server: Server;
  /** What the adapter gets: the address of the server, and the runtime's own `fetch`. */
  readonly env: LabEnv;

  private constructor(server: Server) {
    super();
    this.#server = server;
    this.env = { baseUrl: server.url, fetch: globalThis.fetch };
  }

  /** Starts a lab. */
  static async start(): Promise<ServerLab> {
    const server = await serve((request) => lab.#handle(request));
    const lab = new ServerLab(server);
    return lab;
  }

  /** Ends every response still open and stops the server. */
  async close(): Promise<void> {
    this.settleAll();
    await this.#server.close();
  }

  async #handle(request: Request): Promise<Response> {
    await request.body?.cancel();
    const { reply, exchange } = this.accept();
    // A server cannot see on every runtime that a client leaves before the headers, so no check
    // asks this lab to hold them back.
    if (reply.holdHeaders) throw new Error("Only the lab in process can hold back headers");
    const { status = 200, contentType } = reply;
    const headers = { "content-type": contentType };
    return new Response(replyBody(reply, exchange), { status, headers });
  }
}
