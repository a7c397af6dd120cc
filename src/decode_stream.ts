import type { Decoder } from "./decoder.ts";

/**
 * Decodes a stream as it is read: one chunk of `body` at a time, and only when the reader asks.
 *
 * A failure, of the decoder or of `body`, comes after everything that came before it. To cancel the
 * stream, as leaving a `for await` loop does, cancels `body` at once, even while it gives nothing;
 * so does a failure of the decoder.
 *
 * @example
 * ```ts
 * import { decodeStream, SseDecoder } from "@wholeturn/wholeturn";
 * import { assertEquals } from "@std/assert";
 *
 * const body = new Response("data: one\n\ndata: two\n\n").body!;
 * const data: string[] = [];
 * for await (const event of decodeStream(body, new SseDecoder())) data.push(event.data);
 * assertEquals(data, ["one", "two"]);
 * ```
 *
 * @param body The stream. It is locked from now on.
 * @param decoder A decoder that has read nothing yet.
 */
export function decodeStream<I, O>(
  body: ReadableStream<I>,
  decoder: Decoder<I, O>,
): ReadableStream<O> {
  const reader = body.getReader();
  let failure: { readonly error: unknown } | undefined;

  function decode({ done, value }: ReadableStreamReadResult<I>, out: O[]): void {
    try {
      if (done) decoder.end(out);
      else decoder.push(value, out);
    } catch (error) {
      failure = { error };
      // The error is what the reader shall hear of, not what the body says to being cancelled.
      reader.cancel(error).catch(() => {});
    }
  }

  return new ReadableStream<O>({
    async pull(controller) {
      const out: O[] = [];
      while (failure === undefined) {
        const result = await reader.read();
        decode(result, out);
        for (const item of out) controller.enqueue(item);
        if (result.done && failure === undefined) return controller.close();
        // An error throws away what is queued, so that it waits for the pull after the last item.
        if (out.length > 0) return;
      }
      throw failure.error;
    },
    cancel: (reason) => reader.cancel(reason),
    // Without a queue of its own the stream pulls only for a reader that waits.
  }, { highWaterMark: 0 });
}

/**
 * Wraps a decoder for `pipeThrough()`.
 *
 * This is no plain `TransformStream`, since that one throws away what it has queued when it fails.
 *
 * @example
 * ```ts
 * import { SseDecoder, toStage } from "@wholeturn/wholeturn";
 * import { assertEquals } from "@std/assert";
 *
 * const events = new Response("data: one\n\n").body!.pipeThrough(toStage(new SseDecoder()));
 * const { value } = await events.getReader().read();
 * assertEquals(value?.data, "one");
 * ```
 *
 * @param decoder A decoder that has read nothing yet.
 */
export function toStage<I, O>(decoder: Decoder<I, O>): ReadableWritablePair<O, I> {
  const { readable, writable } = new TransformStream<I, I>();
  return { readable: decodeStream(readable, decoder), writable };
}
