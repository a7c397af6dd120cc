import { concatBytes } from "../bytes.ts";
import type { Bytes } from "../bytes.ts";
import { ReaderSource } from "../wire/reader_source.ts";

/** How much of the body of a failure is read, in bytes. */
export const EXCERPT_BYTES = 8192;

/**
 * Reads the beginning of a body as text and cancels the rest. A body that fails, or whose reading is
 * ended, gives what it gave before.
 *
 * @param body The body; `null` gives an empty text.
 * @param signal Ends the reading, also if the body itself does not heed it.
 */
export async function readExcerpt(
  body: ReadableStream<Bytes> | null,
  signal: AbortSignal,
): Promise<string> {
  if (!body) return "";
  const source = new ReaderSource(body);
  const cancel = () => source.cancel(signal.reason);
  signal.addEventListener("abort", cancel, { once: true });
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
    cancel();
  }
  return new TextDecoder().decode(concatBytes(chunks));
}
