import { type Bytes, toBytes } from "../../bytes.ts";
import type { Clock } from "../../clock.ts";

/** A comment, which readers of events pass over: the sign that the connection lives. */
export const KEEPALIVE: Bytes = toBytes(": keepalive\n\n");

/** What `orSilence()` gives when nothing came. */
export const SILENCE: unique symbol = Symbol("silence");

/**
 * Waits for what comes, but for no longer than silence may last.
 *
 * @param coming What comes. It goes on when the wait is over.
 * @param ms How long silence may last; `undefined` for any time.
 * @param clock Where time comes from.
 */
export async function orSilence<T>(
  coming: Promise<T>,
  ms: number | undefined,
  clock: Clock,
): Promise<T | typeof SILENCE> {
  if (ms === undefined) return await coming;
  const stop = new AbortController();
  const silence = clock.sleep(ms, stop.signal).then((): typeof SILENCE => SILENCE);
  silence.catch(() => {});
  try {
    return await Promise.race([coming, silence]);
  } finally {
    stop.abort();
  }
}
