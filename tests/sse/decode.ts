import { type Bytes, toBytes } from "../../src/bytes.ts";
import type { Decoder } from "../../src/decoder.ts";
import { SseDecoder, type SseDecoderOptions } from "../../src/sse/sse_decoder.ts";
import type { SseEvent } from "../../src/sse/sse_event.ts";

/** Decodes a body given in chunks. */
export function decodeWith(
  decoder: Decoder<Bytes, SseEvent>,
  chunks: readonly Bytes[],
): SseEvent[] {
  const out: SseEvent[] = [];
  for (const chunk of chunks) decoder.push(chunk, out);
  return decoder.end(out);
}

/** Decodes an event stream given as pieces of text or bytes. */
export function decodeSse(...pieces: readonly (string | readonly number[])[]): SseEvent[] {
  const chunks = pieces.map((piece) =>
    typeof piece === "string" ? toBytes(piece) : new Uint8Array(piece)
  );
  return decodeWith(new SseDecoder(), chunks);
}

/** Everything that an observer sees of a decoder, in its order. */
export type Sight = SseEvent | { readonly comment: string } | { readonly retryMs: number } | {
  readonly failure: string;
};

/** Decodes an event stream in chunks and records events, comments, retries and the failure. */
export function watchSse(
  chunks: readonly Bytes[],
  options: Pick<SseDecoderOptions, "maxLineChars" | "maxEventBytes"> = {},
): Sight[] {
  const seen: Sight[] = [];
  const decoder = new SseDecoder({
    ...options,
    onComment: (comment) => seen.push({ comment }),
    onRetry: (retryMs) => seen.push({ retryMs }),
  });
  try {
    for (const chunk of chunks) decoder.push(chunk, seen as SseEvent[]);
    decoder.end(seen as SseEvent[]);
  } catch (error) {
    seen.push({ failure: String(error) });
  }
  return seen;
}

/** An event as most tests want it: data, and what is not the usual. */
export function sseEvent(data: string, more: Partial<SseEvent> = {}): SseEvent {
  return { event: undefined, data, id: undefined, unterminated: false, ...more };
}
