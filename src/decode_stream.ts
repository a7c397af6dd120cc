import { Breather } from "./breather.ts";
import type { Decoder } from "./decoder.ts";
import { shown } from "./shown.ts";

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
 * @throws {TypeError} If the body is no stream or is locked, or the decoder is none.
 */
export function decodeStream<I, O>(
  body: ReadableStream<I>,
  decoder: Decoder<I, O>,
): ReadableStream<O> {
  requireStream(body);
  requireDecoder(decoder);
  const reader = body.getReader();
  const breather = new Breather();
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
        const breath = breather.step();
        if (breath) await breath;
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
 * @throws {TypeError} If it is no decoder.
 */
export function toStage<I, O>(decoder: Decoder<I, O>): ReadableWritablePair<O, I> {
  requireDecoder(decoder);
  const { readable, writable } = new TransformStream<I, I>();
  return { readable: decodeStream(readable, decoder), writable };
}

function requireStream(body: unknown): void {
  if (typeof (body as ReadableStream | null | undefined)?.getReader !== "function") {
    throw new TypeError(
      "Cannot decode a body that is no ReadableStream: a response has it as 'body', and it may be " +
        `null: got ${shown(body)}`,
    );
  }
  if ((body as ReadableStream).locked) {
    throw new TypeError("Cannot decode a body that is already locked to a reader");
  }
}

function requireDecoder(decoder: unknown): void {
  const { push, end } = (decoder ?? {}) as Partial<Decoder<unknown, unknown>>;
  if (typeof push === "function" && typeof end === "function") return;
  throw new TypeError(
    "Cannot decode a stream as the decoder must have functions push() and end(), as a " +
      `new SseDecoder() has: got ${shown(decoder)}`,
  );
}
