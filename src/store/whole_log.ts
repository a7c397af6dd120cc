import { lastPosition } from "./last_position.ts";
import { threadGone } from "./refusals.ts";
import type { SealedEvent } from "./trace_event.ts";
import type { TraceStore } from "./trace_store.ts";

/**
 * Reads the events of a thread, all that it has when this begins.
 *
 * @param store The store.
 * @param thread The thread.
 * @param what What is made of it, for messages.
 * @throws {RangeError} If there is no such thread.
 * @throws {TraceStoreError} `THREAD_GONE` if it is deleted or replaced before all is read.
 */
export async function* wholeLog(
  store: TraceStore,
  thread: string,
  what: "copy" | "export",
): AsyncGenerator<SealedEvent> {
  const last = await lastPosition(store, thread);
  if (last === 0) throw new RangeError(`Cannot ${what} '${thread}' as there is no such thread`);
  let given = 0;
  for await (const { event } of store.read(thread)) {
    given++;
    yield event;
  }
  // One that was deleted before the reading began is read as one that never was.
  if (given < last) throw threadGone(thread);
}
