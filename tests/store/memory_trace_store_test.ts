import { assert, assertEquals, assertRejects } from "@std/assert";
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

/** Changes everything in a value that can be changed. */
function spoil(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  for (const member of Object.values(value)) spoil(member);
  if (Array.isArray(value)) value.push("spoilt");
  else Object.assign(value, { type: "spoilt", seq: -1, position: -1, spoilt: true });
}

Deno.test("MemoryTraceStore keeps its events to itself, whatever is done with what it was given and gives", async () => {
  const store = new MemoryTraceStore();
  const payload = () => JSON.parse('{"list":[{"__proto__":{"a":1}}],"in":{"text":"x"}}');
  const ts = "2026-01-01T00:00:00.000Z";
  const loaded = () => [{ type: "note", stream: "a", payload: payload(), seq: 0, ts }];
  const read = async (entries: AsyncIterable<Entry>) => {
    const found: Entry[] = [];
    for await (const entry of entries) found.push(entry);
    return found;
  };
  const batch = [{ type: "note", stream: "a", payload: payload() }];
  const log = loaded();
  const given = await store.append("t", batch);
  await store.load("u", log);
  const due = structuredClone([given, [{ position: 1, event: loaded()[0]! }]]);
  const seen: unknown[] = [batch, log, given];
  for (let time = 0; time < 2; time++) {
    for (const [nth, thread] of ["t", "u"].entries()) {
      const [summary] = (await store.threads()).filter((found) => found.thread === thread);
      const found = [
        await read(store.read(thread)),
        await read(store.readBackwards(thread)),
        [summary!.first],
      ];
      for (const entries of found) assertEquals(entries, due[nth]);
      seen.push(found);
    }
    seen.forEach(spoil);
  }
  const [next] = await store.append("t", [note("a", "2")]);
  assertEquals([next?.position, next?.event.seq], [2, 1]);
  assert(JSON.stringify(seen).includes("spoilt"));
});
