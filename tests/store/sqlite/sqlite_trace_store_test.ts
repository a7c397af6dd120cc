import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { DatabaseSync } from "node:sqlite";
import { sqliteModule } from "../../../src/store/sqlite/sqlite_database.ts";
import type { SqliteDatabase } from "../../../src/store/sqlite/sqlite_database.ts";
import { SqliteTraceStore } from "../../../src/store/sqlite/sqlite_trace_store.ts";
import { ManualClock } from "../../../src/testing/manual_clock.ts";
import type { SealedEvent } from "../../../src/store/trace_event.ts";
import { all, codeOf, note, payloads } from "../support/notes.ts";

/** A database that tells what is run, and can be made to fail. */
function observed(onExec: (sql: string) => void, onPrepared: (sql: string) => void = () => {}) {
  const db = new DatabaseSync(":memory:");
  const run = <T>(sql: string, run: () => T): T => {
    onPrepared(sql);
    return run();
  };
  const wrapped: SqliteDatabase = {
    exec(sql) {
      onExec(sql);
      db.exec(sql);
    },
    prepare(sql) {
      const statement = db.prepare(sql);
      return {
        run: (...values) => run(sql, () => statement.run(...values as string[])),
        get: (...values) => run(sql, () => statement.get(...values as string[])),
        all: (...values) => run(sql, () => statement.all(...values as string[])),
      };
    },
    close: () => db.close(),
  };
  return wrapped;
}

const sealed = (seq: number): SealedEvent => ({
  ...note("a", seq),
  seq,
  ts: "2026-01-01T00:00:00.000Z",
});

Deno.test("SqliteTraceStore begins every write as one, so that it waits for others", async () => {
  const begun: string[] = [];
  const store = new SqliteTraceStore(observed((sql) => begun.push(sql)));
  begun.length = 0;
  await store.append("t", [note("a", 1)]);
  const lease = await store.acquire("t", "me", 1000);
  await store.renew(lease, 1000);
  await store.load("t", [sealed(0)]);
  await store.delete("t");
  // The one plain BEGIN fills the temporary table, which no other connection sees.
  const kinds = begun.filter((sql) => sql.startsWith("BEGIN"));
  assertEquals(kinds.filter((sql) => sql === "BEGIN IMMEDIATE").length, 5);
  assertEquals(kinds.filter((sql) => sql === "BEGIN").length, 1);
  store.close();
});

Deno.test("SqliteTraceStore lands nothing of a batch that breaks off, and goes on", async () => {
  let inserts = 0;
  const store = new SqliteTraceStore(observed(() => {}, (sql) => {
    if (sql.startsWith("INSERT INTO entries") && ++inserts === 2) throw new Error("disk is full");
  }));
  const batch = [note("a", 1), note("a", 2)];
  const error = await assertRejects(() => store.append("t", batch), Error, "disk is full");
  assertEquals(error.name, "Error");
  assertEquals(await store.threads(), []);
  const entries = await store.append("t", batch, { expected: 0 });
  assertEquals(entries.map(({ event }) => event.seq), [0, 1]);
  store.close();
});

Deno.test("SqliteTraceStore never gives a number of a life or a token out again", async () => {
  const store = await SqliteTraceStore.open(":memory:");
  await store.append("t", [note("a", 1), note("a", 2)]);
  const follower = store.read("t", { follow: true });
  await follower.next();
  const first = await store.acquire("t", "me", 1000);
  await store.release(first);
  await store.delete("t");
  await store.append("t", [note("a", 3), note("a", 4), note("a", 5)]);
  assertEquals(await payloads(follower), [2]);
  const second = await store.acquire("t", "me", 1000);
  assert(second.token > first.token);
  store.close();
});

Deno.test("SqliteTraceStore lists threads of one millisecond by their births", async () => {
  const store = await SqliteTraceStore.open(":memory:", { clock: new ManualClock(0) });
  for (const id of ["c", "a", "b"]) await store.append(id, [note("a", id)]);
  assertEquals((await store.threads()).map(({ thread }) => thread), ["b", "a", "c"]);
  store.close();
});

Deno.test("SqliteTraceStore refuses names that SQLite would change", async () => {
  const store = await SqliteTraceStore.open(":memory:");
  for (const name of ["\ud800", "a\0b", ""]) {
    assertEquals(await codeOf(store.append(name, [note("a", 1)])), "INVALID_EVENT");
    assertEquals(await codeOf(store.append("t", [note(name, 1)])), "INVALID_EVENT");
    assertEquals(await codeOf(store.acquire("t", name, 1000)), "INVALID_EVENT");
  }
  assertEquals(await store.threads(), []);
  store.close();
});

Deno.test("SqliteTraceStore keeps what it had when a log breaks off while it is loaded", async () => {
  const store = await SqliteTraceStore.open(":memory:");
  await store.append("t", [note("a", "old")]);
  async function* broken() {
    yield* [sealed(0), sealed(1)];
    await store.append("t", [note("a", "meanwhile")]);
    yield* Array.from({ length: 600 }, (_, index) => sealed(index + 2));
    throw new Error("the source is gone");
  }
  await assertRejects(() => store.load("t", broken()), Error, "the source is gone");
  assertEquals(await payloads(store.read("t")), ["old", "meanwhile"]);
  await store.load("t", [sealed(0)]);
  assertEquals(await payloads(store.read("t")), [0]);
  store.close();
});

Deno.test("SqliteTraceStore refuses everything once it is closed, also to a follower that waits", async () => {
  const store = await SqliteTraceStore.open(":memory:");
  await store.append("t", [note("a", 1)]);
  const follower = store.read("t", { follow: true, after: 1 });
  const waiting = follower.next();
  await store.append("t", [note("a", 2)]);
  await waiting;
  const pending = assertRejects(() => follower.next(), Error, "it is closed");
  await Promise.resolve();
  store.close();
  store.close();
  await pending;
  await assertRejects(() => store.append("t", [note("a", 3)]), Error, "it is closed");
  await assertRejects(() => all(store.read("t")), Error, "it is closed");
  await assertRejects(() => store.load("t", []), Error, "it is closed");
});

Deno.test("SqliteTraceStore says which runtimes have SQLite where there is none", async () => {
  const missing = () => Promise.reject(new Error("No such built-in module: node:sqlite"));
  const error = await assertRejects(() => sqliteModule(missing), Error, "Node 22.13");
  assert(error.cause instanceof Error);
});

Deno.test("SqliteTraceStore refuses options and tables it does not know", () => {
  const db = () => new DatabaseSync(":memory:") as unknown as SqliteDatabase;
  assertThrows(() => new SqliteTraceStore(db(), { pollMs: 0 }), RangeError, "'pollMs'");
  assertThrows(() => new SqliteTraceStore(db(), { busyTimeoutMs: NaN }), RangeError, "NaN");
  const synchronous = "off" as "full";
  assertThrows(() => new SqliteTraceStore(db(), { synchronous }), RangeError, '"off"');
  const later = db();
  later.exec("PRAGMA user_version = 2");
  assertThrows(() => new SqliteTraceStore(later), Error, "must be of version 1: they are of 2");
});
