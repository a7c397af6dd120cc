import { checkStore } from "./check_arguments.ts";
import { checkName } from "./check_name.ts";
import type { SealedEvent } from "./trace_event.ts";
import type { TraceStore } from "./trace_store.ts";
import { wholeLog } from "./whole_log.ts";

/**
 * Copies a thread into another store, in place of what that has under the id: numbers and times stay as they are. The
 * log is not in memory as a whole, unless a store keeps it there. Leases stay where they are.
 *
 * @example
 * ```ts
 * import { copyThread, MemoryTraceStore, SqliteTraceStore } from "@wholeturn/wholeturn/testing";
 * import { assertEquals } from "@std/assert";
 *
 * const memory = new MemoryTraceStore();
 * await memory.append("thread", [{ type: "note", stream: "a", payload: "hi" }]);
 * const sqlite = await SqliteTraceStore.open(":memory:");
 * assertEquals(await copyThread(memory, sqlite, "thread"), 1);
 * sqlite.close();
 * ```
 *
 * @param from The store that has the thread.
 * @param to The store to copy it into.
 * @param thread The thread.
 * @returns How many events were copied.
 * @throws {RangeError} If there is no such thread.
 * @throws {TraceStoreError} `THREAD_GONE` if the thread is deleted or replaced meanwhile; nothing has changed then.
 */
export async function copyThread(
  from: TraceStore,
  to: TraceStore,
  thread: string,
): Promise<number> {
  checkStore("from", from);
  checkStore("to", to);
  checkName(thread, "thread");
  let copied = 0;
  async function* log(): AsyncGenerator<SealedEvent> {
    for await (const event of wholeLog(from, thread, "copy")) {
      copied++;
      yield event;
    }
  }
  await to.load(thread, log());
  return copied;
}
