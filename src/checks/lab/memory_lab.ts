import { BaseLab } from "./base_lab.ts";
import type { Exchange } from "./exchange.ts";
import { signalOf, urlOf } from "./fetch_arguments.ts";
import type { AdapterEnv, Lab } from "./lab.ts";
import type { Reply } from "./reply.ts";
import { replyBody } from "./reply_body.ts";

/** A lab in process: its `fetch` answers without a network. */
export class MemoryLab extends BaseLab implements Lab {
  /** What the adapter gets. The address leads nowhere: only the `fetch` answers. */
  readonly env: AdapterEnv = {
    baseUrl: "http://127.0.0.1:9",
    fetch: (input, init) => this.#fetch(input, init),
  };

  /** What an adapter must do for its requests to arrive here. */
  readonly reachedBy: string =
    "the adapter must send its requests to the 'baseUrl' and by the 'fetch' that it is given, or " +
    'be checked with { transport: "server" } if it takes only a base URL';

  /** Ends every response still open. What waits for one then waits for ever, see `replyBody()`. */
  close(): Promise<void> {
    this.settleAll();
    return Promise.resolve().then(() => this.throwFault());
  }

  async #fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const url = urlOf(input);
    const signal = signalOf(input, init);
    signal?.throwIfAborted();
    const { reply, exchange } = this.accept();
    if (reply.holdHeaders) return await heldBack(exchange, signal);
    return toResponse(url, reply, replyBody(reply, exchange, signal));
  }
}

function toResponse(url: string, reply: Reply, body: ReadableStream): Response {
  const { status = 200, contentType } = reply;
  const response = new Response(body, { status, headers: { "content-type": contentType } });
  // One made by hand has no address, and SDKs put it into their messages.
  return Object.defineProperty(response, "url", { value: url });
}

/** Never gives the headers: only an abort ends the wait. */
function heldBack(exchange: Exchange, signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    function onAbort(): void {
      if (exchange.end !== undefined) return;
      exchange.settle("aborted");
      reject(signal?.reason);
    }
    signal?.addEventListener("abort", onAbort, { once: true });
    exchange.closed.then(() => signal?.removeEventListener("abort", onAbort));
  });
}
