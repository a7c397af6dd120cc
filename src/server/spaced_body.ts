import type { Bytes } from "../bytes.ts";
import { yieldToEventLoop } from "../yield_to_event_loop.ts";

/**
 * Lets the event loop take a turn before each chunk of a body. `Deno.serve` sends small chunks that come within one
 * turn together.
 *
 * @param body The body.
 */
export function spacedBody(body: ReadableStream<Bytes>): ReadableStream<Bytes> {
  const reader = body.getReader();
  return new ReadableStream<Bytes>({
    async pull(controller) {
      const { done, value } = await reader.read();
      await yieldToEventLoop();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  }, { highWaterMark: 0 });
}
