import type { Bytes } from "../../bytes.ts";
import { systemClock } from "../../clock.ts";
import type { Exchange } from "./exchange.ts";
import type { Reply } from "./reply.ts";

/** After so many chunks without a pause, timers get their turn. */
const CHUNKS_A_TURN = 16;

/**
 * The body of a reply, a byte stream as `fetch` gives it. It gives a chunk only when asked, so
 * `exchange.bytesTaken` is what the adapter has really read, and a chunk before a reset always
 * arrives. Once the exchange is over for another reason, it gives nothing more, nor ends: an error
 * would reach code of the adapter that nobody waits for any more, and take the test runner down.
 *
 * @param reply What to send.
 * @param exchange Where to keep what becomes of it.
 * @param signal Breaks the body, with its own reason, as the signal of a `fetch` does.
 */
export function replyBody(
  reply: Reply,
  exchange: Exchange,
  signal?: AbortSignal,
): ReadableStream<Bytes> {
  const chunks = nonEmpty(reply.chunks);
  const pause = pacer(reply.gapMs ?? 0, exchange);
  const source: UnderlyingByteSource = {
    type: "bytes",
    start: (controller) => breakOnAbort(controller, exchange, signal),
    async pull(controller) {
      await pause();
      if (exchange.end !== undefined) return;
      const next = nextChunk(chunks, exchange);
      if (!next.done) {
        exchange.take(next.value);
        // A byte stream takes the buffer away; the same chunk may be sent again.
        controller.enqueue(next.value.slice());
      } else if (reply.end === "close") {
        exchange.settle("complete");
        closeBody(controller);
      } else if (reply.end === "reset") {
        exchange.settle("reset");
        controller.error(new TypeError("The connection was reset"));
      } else {
        await exchange.closed;
      }
    },
    cancel: () => exchange.settle("cancelled"),
  };
  return new ReadableStream(source, { highWaterMark: 0 });
}

/** A byte stream cannot carry an empty chunk, and neither can a network. */
function* nonEmpty(chunks: Iterable<Bytes>): Generator<Bytes, undefined> {
  for (const chunk of chunks) if (chunk.length > 0) yield chunk;
}

function nextChunk(
  chunks: Iterator<Bytes, undefined>,
  exchange: Exchange,
): IteratorResult<Bytes, undefined> {
  try {
    return chunks.next();
  } catch (error) {
    exchange.spoil(error);
    throw error;
  }
}

/** Gives the pause before a chunk, which the end of the exchange cuts short. */
function pacer(gapMs: number, exchange: Exchange): () => Promise<void> {
  const over = new AbortController();
  exchange.closed.then(() => over.abort());
  let given = 0;
  return async () => {
    // Or else one who reads for ever what is always there would keep every deadline from passing.
    const isDue = gapMs > 0 || ++given % CHUNKS_A_TURN === 0;
    if (isDue) await systemClock.sleep(gapMs, over.signal).catch(() => {});
  };
}

function breakOnAbort(
  controller: ReadableByteStreamController,
  exchange: Exchange,
  signal: AbortSignal | undefined,
): void {
  if (!signal) return;
  function onAbort(): void {
    if (exchange.end !== undefined) return;
    exchange.settle("aborted");
    controller.error(signal?.reason);
  }
  signal.addEventListener("abort", onAbort, { once: true });
  exchange.closed.then(() => signal.removeEventListener("abort", onAbort));
}

function closeBody(controller: ReadableByteStreamController): void {
  controller.close();
  // A reader that brought its own buffer gets it back only by this.
  controller.byobRequest?.respond(0);
}
