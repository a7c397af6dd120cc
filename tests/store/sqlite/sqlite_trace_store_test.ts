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

/** Two stores on one database, and what the first has asked of it since it was asked last. */
function pair() {
  const kinds: string[] = [];
  const db = observed(() => {}, (sql) => kinds.push(sql.split(" ")[0]!));
  const unheard = { ...db, close: () => {} };
  const store = new SqliteTraceStore(db);
  const other = new SqliteTraceStore(unheard);
  const asked = () => kinds.splice(0).join();
  return { store, other, asked };
}

Deno.test("SqliteTraceStore needs no look to append to a thread that it wrote last", async () => {
  const { store, asked } = pair();
  asked();
  await store.append("t", [note("a", 1)]);
  assertEquals(asked(), "SELECT,INSERT,INSERT");
  await store.append("t", [note("a", 2), note("b", 3)]);
  const [entry] = await store.append("t", [note("a", 4)], { expected: 3 });
  assertEquals(asked(), "UPDATE,INSERT,INSERT,UPDATE,INSERT");
  assertEquals([entry?.position, entry?.event.seq], [4, 2]);
  // The next numbers of so many streams are read again.
  const many = Array.from({ length: 100 }, (_, nth) => note(`stream ${nth}`, nth));
  await store.append("t", many);
  asked();
  await store.append("t", [note("a", 5)]);
  assertEquals(asked(), "SELECT,UPDATE,INSERT");
  assertEquals((await all(store.read("t"))).at(-1)?.event.seq, 3);
  store.close();
});

Deno.test("SqliteTraceStore looks again where others wrote, and where it refuses", async () => {
  const { store, other, asked } = pair();
  await store.append("t", [note("a", 1)]);
  await other.append("t", [note("a", 2)]);
  asked();
  const [third] = await store.append("t", [note("a", 3)]);
  assertEquals(asked(), "UPDATE,SELECT,UPDATE,INSERT");
  assertEquals([third?.position, third?.event.seq], [3, 2]);
  assertEquals(await codeOf(store.append("t", [note("a", 4)], { expected: 2 })), "STREAM_MOVED");
  assertEquals(await store.append("t", []), []);
  assertEquals(asked(), "SELECT,SELECT");
  // What is wrong with a batch is said last: by what is remembered, the position is right.
  await other.append("t", [note("a", 4)]);
  const wrong = [note("a", NaN)];
  assertEquals(await codeOf(store.append("t", wrong, { expected: 3 })), "STREAM_MOVED");
  assertEquals(await codeOf(store.append("t", wrong, { expected: 4 })), "INVALID_EVENT");
  store.close();
});

Deno.test("SqliteTraceStore takes another life of a thread for none that it remembers", async () => {
  const { store, other } = pair();
  await store.append("t", [note("a", 1)]);
  await other.delete("t");
  await other.append("t", [note("b", 1)]);
  // The position is the same, and nothing else.
  const [second] = await store.append("t", [note("a", 2)], { expected: 1 });
  assertEquals([second?.position, second?.event.seq], [2, 0]);
  await other.load("t", [sealed(0), sealed(1)]);
  const [third] = await store.append("t", [note("a", 3)], { expected: 2 });
  assertEquals([third?.position, third?.event.seq], [3, 2]);
  await other.delete("t");
  const [first] = await store.append("t", [note("a", 4)]);
  assertEquals([first?.position, first?.event.seq], [1, 0]);
  assertEquals(await payloads(other.read("t")), [4]);
  store.close();
});

Deno.test("SqliteTraceStore remembers nothing that was not committed", async () => {
  let fails = false;
  const db = observed((sql) => {
    if (sql === "COMMIT" && fails) throw new Error("disk is full");
  });
  const store = new SqliteTraceStore(db);
  await store.append("t", [note("a", 1)]);
  fails = true;
  const late = store.append("t", [note("a", 2)]);
  await assertRejects(() => late, Error, "disk is full");
  fails = false;
  const [entry] = await store.append("t", [note("a", 3)], { expected: 1 });
  assertEquals([entry?.position, entry?.event.seq], [2, 1]);
  assertEquals(await payloads(store.read("t")), [1, 3]);
  store.close();
});
