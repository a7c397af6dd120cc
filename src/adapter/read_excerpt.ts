import { concatBytes } from "../bytes.ts";
import type { Bytes } from "../bytes.ts";
import type { Clock } from "../clock.ts";
import { ReaderSource } from "../wire/reader_source.ts";

/** How much of the body of a failure is read, in bytes. */
export const EXCERPT_BYTES = 8192;
/** How long the body of a failure is read, in milliseconds: what failed must be told, and soon. */
export const EXCERPT_MS = 1000;

/** How the beginning of a body is read. */
export interface ExcerptOptions {
  /** Ends the reading, also if the body itself does not heed it. */
  readonly signal: AbortSignal;
  /** Counts the time that the body has. */
  readonly clock: Clock;
}

/**
 * Reads the beginning of a body as text and cancels the rest. A body that fails or stalls, or whose
 * reading is ended, gives what it gave before.
 *
 * @param body The body; `null` gives an empty text.
 * @param options What ends the reading.
 */
export async function readExcerpt(
  body: ReadableStream<Bytes> | null,
  { signal, clock }: ExcerptOptions,
): Promise<string> {
  if (!body) return "";
  const source = new ReaderSource(body);
  const cancel = () => source.cancel(signal.reason);
  signal.addEventListener("abort", cancel, { once: true });
  const over = new AbortController();
  clock.sleep(EXCERPT_MS, over.signal).then(cancel, () => {});
  const chunks: Bytes[] = [];
  let room = EXCERPT_BYTES;
  try {
    while (room > 0) {
      const { done, value } = await source.read();
      if (done) break;
      chunks.push(value.subarray(0, room));
      room -= value.length;
    }
  } catch {
    // The body failed; the status and what has come so far say more than that.
  } finally {
    signal.removeEventListener("abort", cancel);
    over.abort();
    cancel();
  }
  return new TextDecoder().decode(concatBytes(chunks));
}
