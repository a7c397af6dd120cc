import { assertEquals, assertRejects } from "@std/assert";
import { isTraceStoreError } from "../../src/store/trace_store_error.ts";
import { MemoryTraceStore } from "../../src/store/memory_trace_store.ts";
import type { DraftEvent, Entry } from "../../src/store/trace_event.ts";

const note = (stream: string, payload: string): DraftEvent => ({ type: "note", stream, payload });

async function all(entries: AsyncIterable<Entry>): Promise<[number, string, number][]> {
  const found: [number, string, number][] = [];
  for await (const { position, event } of entries) found.push([position, event.stream, event.seq]);
  return found;
}

Deno.test("MemoryTraceStore numbers positions over all streams and events within each", async () => {
  const store = new MemoryTraceStore();
  await store.append("t", [note("a", "1"), note("b", "2")]);
  await store.append("t", [note("a", "3")], { expected: 2 });
  assertEquals(await all(store.read("t")), [[1, "a", 0], [2, "b", 0], [3, "a", 1]]);
  assertEquals(await all(store.readBackwards("t")), [[3, "a", 1], [2, "b", 0], [1, "a", 0]]);
  const error = await assertRejects(() => store.append("t", [note("a", "4")], { expected: 2 }));
  assertEquals(isTraceStoreError(error, "STREAM_MOVED"), true);
});

Deno.test("MemoryTraceStore lets a follower wait, and ends it at the delete or its return()", async () => {
  const store = new MemoryTraceStore();
  await store.append("t", [note("a", "1")]);
  const follower = store.read("t", { follow: true });
  assertEquals((await follower.next()).value?.position, 1);
  const waiting = follower.next();
  await store.append("t", [note("a", "2")]);
  assertEquals((await waiting).value?.position, 2);
  const last = follower.next();
  await store.delete("t");
  assertEquals((await last).done, true);
  await store.append("t", [note("a", "1")]);
  const other = store.read("t", { follow: true, after: 1 });
  const pending = other.next();
  await other.return?.();
  assertEquals((await pending).done, true);
});

Deno.test("MemoryTraceStore rejects a follower with the signal's reason", async () => {
  const store = new MemoryTraceStore();
  await store.append("t", [note("a", "1")]);
  const controller = new AbortController();
  const follower = store.read("t", { follow: true, after: 1, signal: controller.signal });
  const pending = follower.next();
  controller.abort("enough");
  assertEquals(await pending.catch((reason) => reason), "enough");
});
