import type { Bytes } from "../bytes.ts";

/** The part of the runtime used here, which not every runtime has. */
interface Immediate {
  readonly setImmediate?: (callback: () => void) => unknown;
}

/**
 * Lets the event loop take a turn before each chunk of a body but the first. `Deno.serve` sends small chunks
 * that come within one turn together.
 *
 * @param body The body.
 */
export function spacedBody(body: ReadableStream<Bytes>): ReadableStream<Bytes> {
  const reader = body.getReader();
  let isFirst = true;
  return new ReadableStream<Bytes>({
    async pull(controller) {
      const { done, value } = await reader.read();
      if (!isFirst) await turn();
      isFirst = false;
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  }, { highWaterMark: 0 });
}

/** A timer would wait for a millisecond or more. */
function turn(): Promise<void> {
  const { setImmediate } = globalThis as Immediate;
  return new Promise((resolve) => {
    if (setImmediate) setImmediate(resolve);
    else setTimeout(resolve, 0);
  });
}
