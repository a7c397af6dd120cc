import { BaseLab } from "./base_lab.ts";
import type { Exchange } from "./exchange.ts";
import type { Lab, LabEnv } from "./lab.ts";
import type { Reply } from "./reply.ts";
import { replyBody } from "./reply.ts";

/** A lab in process: its `fetch` answers without a network. */
export class MemoryLab extends BaseLab implements Lab {
  /** What the adapter gets. The address leads nowhere: only the `fetch` answers. */
  readonly env: LabEnv = {
    baseUrl: "http://127.0.0.1:9",
    fetch: (input, init) => this.#fetch(input, init),
  };

  /** Ends every response still open. */
  close(): Promise<void> {
    this.settleAll();
    return Promise.resolve();
  }

  async #fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined);
    signal?.throwIfAborted();
    const { reply, exchange } = this.accept();
    if (reply.holdHeaders) await heldBack(exchange, signal);
    const body = abortable(replyBody(reply, exchange), exchange, signal);
    const { status = 200, contentType } = reply;
    return new Response(body, { status, headers: { "content-type": contentType } });
  }
}

/** Waits for the end of the exchange, which only an abort or the end of the lab brings. */
async function heldBack(exchange: Exchange, signal: AbortSignal | undefined): Promise<void> {
  const onAbort = () => exchange.settle("aborted");
  signal?.addEventListener("abort", onAbort, { once: true });
  await exchange.closed;
  signal?.removeEventListener("abort", onAbort);
  signal?.throwIfAborted();
  throw new TypeError("The connection was closed before the headers");
}

/** Breaks a body when the signal aborts, as `fetch` does with a body from the network. */
function abortable(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  exchange: Exchange,
  signal: AbortSignal | undefined,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  if (!signal) return body;
  const reader = body.getReader();
  let onAbort = () => {};
  const release = () => signal.removeEventListener("abort", onAbort);
  return new ReadableStream({
    start(controller) {
      onAbort = () => {
        exchange.settle("aborted");
        controller.error(signal.reason);
        void reader.cancel(signal.reason);
      };
      signal.addEventListener("abort", onAbort, { once: true });
    },
    async pull(controller) {
      const next = await reader.read().catch((error) => {
        release();
        throw error;
      });
      if (signal.aborted) return;
      if (!next.done) return controller.enqueue(next.value);
      release();
      controller.close();
    },
    cancel(reason) {
      release();
      return reader.cancel(reason);
    },
  }, { highWaterMark: 0 });
}
