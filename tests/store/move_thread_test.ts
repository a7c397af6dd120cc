import { assert, assertEquals, assertRejects } from "@std/assert";
import fc from "fast-check";
import { copyThread } from "../../src/store/copy_thread.ts";
import { DenoKvTraceStore } from "../../src/store/kv/deno_kv_trace_store.ts";
import { MemoryTraceStore } from "../../src/store/memory_trace_store.ts";
import { moveThread } from "../../src/store/move_thread.ts";
import { SqliteTraceStore } from "../../src/store/sqlite/sqlite_trace_store.ts";
import { exportThread, importThread } from "../../src/store/thread_lines.ts";
import type { Entry, Json, SealedEvent } from "../../src/store/trace_event.ts";
import type { TraceStore } from "../../src/store/trace_store.ts";
import { all, codeOf, note, payloads } from "./support/notes.ts";
import { NO_POSTGRES, openPostgres } from "./support/postgres_server.ts";

const odd: readonly Json[] = [
  "\0",
  "\ud800",
  "\\u0000",
  { ["__proto__"]: { constructor: 1 }, "": [] },
  1e308,
  2 ** 53 + 2,
  "ж".repeat(70_000),
  null,
];

async function filled(store: TraceStore, thread: string): Promise<void> {
  for (let turn = 0; turn < 40; turn++) {
    const batch = odd.map((payload, index) => note(`${index % 3}`, payload));
    await store.append(thread, batch.slice(0, 1 + turn % odd.length));
  }
}

/** Moves a thread from store to store; it must be the same everywhere, and only there. */
async function moveThrough(stores: readonly TraceStore[], thread: string): Promise<void> {
  const [first, ...others] = stores;
  const before = await all(first!.read(thread));
  assert(before.length > 100);
  let from = first!;
  for (const to of others) {
    assertEquals(await moveThread(from, to, thread), before.length);
    assertEquals(await all(to.read(thread)), before);
    assertEquals(await all(to.readBackwards(thread)), before.toReversed());
    assertEquals(await from.threads(), []);
    assertEquals(await from.lease(thread), undefined);
    from = to;
  }
  const [entry] = await from.append(thread, [note("0", "more")], { expected: before.length });
  assertEquals(entry?.event.seq, before.filter(({ event }) => event.stream === "0").length);
}

Deno.test("moveThread() takes a thread from memory to SQLite, to Deno KV and back, equal at every step", async () => {
  const kv = await Deno.openKv(":memory:");
  const sqlite = await SqliteTraceStore.open(":memory:");
  const memory = new MemoryTraceStore();
  await filled(memory, "t");
  await moveThrough([memory, sqlite, new DenoKvTraceStore(kv), new MemoryTraceStore()], "t");
  sqlite.close();
  kv.close();
});

Deno.test({
  name:
    `moveThread() takes a thread from memory to SQLite, to PostgreSQL and back, equal at every step${
      NO_POSTGRES === undefined ? "" : ` (${NO_POSTGRES})`
    }`,
  ignore: NO_POSTGRES !== undefined,
  async fn() {
    const postgres = await openPostgres("npm:postgres");
    const sqlite = await SqliteTraceStore.open(":memory:");
    const memory = new MemoryTraceStore();
    await filled(memory, "t");
    await moveThrough([memory, sqlite, postgres.store, new MemoryTraceStore()], "t");
    sqlite.close();
    await postgres.close();
  },
});

Deno.test("moveThread() leaves a thread where it is when a worker has it, or writes to it meanwhile", async () => {
  const [from, to] = [new MemoryTraceStore(), new MemoryTraceStore()];
  await from.append("t", [note("a", 1)]);
  const lease = await from.acquire("t", "worker", 60_000);
  assertEquals(await codeOf(moveThread(from, to, "t")), "LEASE_HELD");
  await from.release(lease);
  const load = to.load.bind(to);
  to.load = async (thread, log) => {
    await load(thread, log);
    await from.append("t", [note("a", 2)]);
  };
  await assertRejects(() => moveThread(from, to, "t"), Error, "written to meanwhile");
  assertEquals(await payloads(from.read("t")), [1, 2]);
  assertEquals([await to.threads(), await from.lease("t")], [[], undefined]);
});

Deno.test("moveThread() refuses what is not there, and what is there already", async () => {
  const [from, to] = [new MemoryTraceStore(), new MemoryTraceStore()];
  await assertRejects(() => moveThread(from, to, "t"), RangeError, "no such thread");
  assertEquals(await from.lease("t"), undefined);
  await from.append("t", [note("a", 1)]);
  await to.append("t", [note("a", 2)]);
  await assertRejects(() => moveThread(from, to, "t"), RangeError, "has such a thread");
  await assertRejects(() => moveThread(from, to, "t", { ttlMs: 0 }), RangeError, "'ttlMs'");
  assertEquals(await payloads(to.read("t")), [2]);
});

Deno.test("copyThread() does not take the part that is left of a removed thread for all of it", async () => {
  const from = await SqliteTraceStore.open(":memory:");
  const to = new MemoryTraceStore();
  for (let turn = 0; turn < 300; turn++) await from.append("t", [note("a", turn)]);
  await to.append("t", [note("a", "kept")]);
  const load = to.load.bind(to);
  to.load = async (thread, log) => {
    async function* slow() {
      for await (const event of log) {
        if (event.seq === 3) await from.delete("t");
        yield event;
      }
    }
    await load(thread, slow());
  };
  assertEquals(await codeOf(copyThread(from, to, "t")), "THREAD_GONE");
  assertEquals(await payloads(to.read("t")), ["kept"]);
  from.close();
});

async function exported(store: TraceStore): Promise<string> {
  let text = "";
  for await (const line of exportThread(store, "t")) text += line;
  return text;
}

/** Reads, and does something after some entries. */
async function* endedAfter(
  count: number,
  end: () => Promise<void>,
  read: () => AsyncIterable<Entry>,
): AsyncGenerator<Entry> {
  if (count === 0) await end();
  let given = 0;
  for await (const entry of read()) {
    yield entry;
    if (++given === count) await end();
  }
}

Deno.test("importThread() reads what exportThread() wrote, wherever its text is cut", async () => {
  const store = new MemoryTraceStore();
  await store.append("t", odd.map((payload) => note("a", payload)));
  const text = await exported(store);
  assertEquals(text.trimEnd().split("\n").length, odd.length + 1);
  const cuts = fc.array(fc.nat({ max: text.length }), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(cuts, async (places) => {
      const edges = [0, ...places.toSorted((a, b) => a - b), text.length];
      const chunks = edges.slice(1).map((edge, index) => text.slice(edges[index], edge));
      await importThread(store, "copy", chunks);
      assertEquals(await all(store.read("copy")), await all(store.read("t")));
    }),
    { numRuns: 50 },
  );
});

Deno.test("importThread() refuses a text that was cut, be it between two lines, and changes nothing then", async () => {
  const store = new MemoryTraceStore();
  await store.append("t", [note("a", 1), note("b", 2), note("a", "\n")]);
  const text = await exported(store);
  await store.append("copy", [note("a", "kept")]);
  const whole = text.trimEnd().length;
  for (let chars = 0; chars < whole; chars++) {
    const code = await codeOf(importThread(store, "copy", [text.slice(0, chars)]));
    assertEquals(code, "INVALID_LOG", text.slice(0, chars));
  }
  const [first, second, ...others] = text.split("\n");
  for (const lines of [[first, ...others], [second, ...others], ["", ...others]]) {
    assertEquals(await codeOf(importThread(store, "copy", [lines.join("\n")])), "INVALID_LOG");
  }
  assertEquals(await payloads(store.read("copy")), ["kept"]);
  await importThread(store, "copy", [text.slice(0, whole)]);
  assertEquals(await all(store.read("copy")), await all(store.read("t")));
});

Deno.test("exportThread() gives a thread whole, or an error", async () => {
  const store = await SqliteTraceStore.open(":memory:");
  const read = store.read.bind(store);
  await assertRejects(() => exported(store), RangeError, "no such thread");
  const ends = [
    () => store.delete("t"),
    () => store.load("t", [{ ...note("a", 1), seq: 0, ts: "2026-01-01T00:00:00.000Z" }]),
  ];
  for (const end of ends) {
    for (const after of [0, 10]) {
      await store.append("t", Array.from({ length: 300 }, (_, turn) => note("a", turn)));
      store.read = (thread) => endedAfter(after, end, () => read(thread));
      assertEquals(await codeOf(exported(store)), "THREAD_GONE", `${end} after ${after}`);
      await store.delete("t");
    }
  }
  store.close();
});

Deno.test("importThread() refuses lines that are no events, and changes nothing then", async () => {
  const store = new MemoryTraceStore();
  await store.append("t", [note("a", 1)]);
  const event: SealedEvent = { ...note("a", 2), seq: 0, ts: "2026-01-01T00:00:00.000Z" };
  const line = `${JSON.stringify(event)}\n`;
  const end = '{"events":1}';
  const ends = [
    '{"events":2}',
    '{"events":"1"}',
    '{"events":-1}',
    `${end}\n${end}`,
    `${end}\n${line}`,
  ];
  const wrong = [`${line}{"type`, `${line}null\n${end}`, line + line + end, "1", end];
  for (const text of [...wrong, ...ends.map((one) => line + one)]) {
    assertEquals(await codeOf(importThread(store, "t", [text])), "INVALID_LOG", text);
  }
  assertEquals(await payloads(store.read("t")), [1]);
});
