import type { Bytes } from "../../bytes.ts";
import { systemClock } from "../../clock.ts";
import type { Exchange } from "./exchange.ts";

/** What the lab answers to a request. */
export interface Reply {
  /** The HTTP status. @default {200} */
  readonly status?: number | undefined;
  /** The content type. */
  readonly contentType: string;
  /** The body, chunk by chunk; taken one at a time, so it may be endless. */
  readonly chunks: Iterable<Bytes>;
  /** What follows the last chunk: a clean end, a broken connection, or nothing, for ever. */
  readonly end: "close" | "reset" | "hang";
  /** Whether even the headers are held back for ever. @default {false} */
  readonly holdHeaders?: boolean | undefined;
  /** The pause before each chunk, in milliseconds. @default {0} */
  readonly gapMs?: number | undefined;
}

/**
 * The body of a reply. It gives a chunk only when asked, so `exchange.bytesTaken` is what the
 * adapter has really read, and a chunk before a reset always arrives.
 */
export function replyBody(reply: Reply, exchange: Exchange): ReadableStream<Bytes> {
  const chunks = reply.chunks[Symbol.iterator]();
  const gone = new AbortController();
  exchange.closed.then(() => gone.abort());
  return new ReadableStream<Bytes>({
    async pull(controller) {
      // A pause that is cut short is no failure: the body is over then.
      if (reply.gapMs) await systemClock.sleep(reply.gapMs, gone.signal).catch(() => {});
      if (exchange.end !== undefined) return;
      const next = chunks.next();
      if (!next.done) {
        exchange.bytesTaken += next.value.length;
        controller.enqueue(next.value);
      } else if (reply.end === "close") {
        exchange.settle("complete");
        controller.close();
      } else if (reply.end === "reset") {
        exchange.settle("reset");
        controller.error(new TypeError("The connection was reset"));
      } else {
        await exchange.closed;
      }
    },
    cancel: () => exchange.settle("cancelled"),
  }, { highWaterMark: 0 });
}
