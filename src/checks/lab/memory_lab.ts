import { BaseLab } from "./base_lab.ts";
import type { Exchange } from "./exchange.ts";
import type { Lab, LabEnv } from "./lab.ts";
import type { Reply } from "./reply.ts";
import { replyBody } from "./reply_body.ts";

/** A lab in process: its `fetch` answers without a network. */
export class MemoryLab extends BaseLab implements Lab {
  /** What the adapter gets. The address leads nowhere: only the `fetch` answers. */
  readonly env: LabEnv = {
    baseUrl: "http://127.0.0.1:9",
    fetch: (input, init) => this.#fetch(input, init),
  };

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
  const response = new Response(body, { headers: { "content-type": reply.contentType } });
  // One made by hand has no address, and SDKs put it into their messages.
  return Object.defineProperty(response, "url", { value: url });
}

/** The address as text. @throws {TypeError} If it is none, as `fetch` does. */
function urlOf(input: RequestInfo | URL): string {
  return new URL(isRequest(input) ? input.url : input).href;
}

/** The signal that counts: the one beside a request stands before the one in it. */
function signalOf(input: RequestInfo | URL, init?: RequestInit): AbortSignal | undefined {
  if (init?.signal !== undefined) return init.signal ?? undefined;
  return isRequest(input) ? input.signal : undefined;
}

/** By its shape: a library may bring a `Request` class of its own. */
function isRequest(input: RequestInfo | URL): input is Request {
  return typeof input === "object" && "url" in input;
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
