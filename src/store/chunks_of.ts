import type { SealedEvent } from "./trace_event.ts";

/** The most events of a chunk. */
const MAX_EVENTS = 256;

/**
 * Makes texts of events, some at a time, so that a long log is loaded without being in memory.
 *
 * @param events The events.
 * @param maxChars How much text a chunk has at most, but for one event that is longer by itself.
 */
export async function* chunksOf(
  events: AsyncIterable<SealedEvent>,
  maxChars: number,
): AsyncGenerator<readonly string[]> {
  let chunk: string[] = [];
  let chars = 0;
  for await (const event of events) {
    const text = JSON.stringify(event);
    if (chunk.length === MAX_EVENTS || (chunk.length > 0 && chars + text.length > maxChars)) {
      yield chunk;
      chunk = [];
      chars = 0;
    }
    chunk.push(text);
    chars += text.length;
  }
  if (chunk.length > 0) yield chunk;
}
