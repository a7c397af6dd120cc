import { assert, assertEquals } from "@std/assert";
import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import type { SqliteDatabase } from "../../../src/store/sqlite/sqlite_database.ts";
import { SqliteTraceStore } from "../../../src/store/sqlite/sqlite_trace_store.ts";
import { systemClock } from "../../../src/clock.ts";
import { note } from "../support/notes.ts";

async function withFile(run: (path: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "wholeturn-store-" });
  try {
    await run(join(folder, "store.sqlite"));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("SqliteTraceStore keeps a file in which readers and a writer do not wait for one another", async () => {
  await withFile(async (path) => {
    const db = new DatabaseSync(path);
    const store = new SqliteTraceStore(db as unknown as SqliteDatabase, { busyTimeoutMs: 1234 });
    assertEquals({ ...db.prepare("PRAGMA journal_mode").get() }, { journal_mode: "wal" });
    assertEquals({ ...db.prepare("PRAGMA busy_timeout").get() }, { timeout: 1234 });
    const other = new DatabaseSync(path);
    other.exec("BEGIN IMMEDIATE");
    assertEquals((await store.read("t").next()).done, true);
    other.exec("ROLLBACK");
    other.close();
    store.close();
    await Promise.resolve();
  });
});

Deno.test("SqliteTraceStore keeps tables that take no other types, and entries in the order of their reading", async () => {
  await withFile(async (path) => {
    const store = await SqliteTraceStore.open(path);
    store.close();
    const db = new DatabaseSync(path);
    const tables = db.prepare(
      "SELECT name, strict, wr FROM pragma_table_list WHERE schema = 'main'",
    )
      .all().filter(({ name }) => !String(name).startsWith("sqlite_"));
    assertEquals(tables.map(({ name }) => String(name)).toSorted(), [
      "entries",
      "leases",
      "threads",
    ]);
    assertEquals(tables.filter(({ strict }) => strict !== 1), []);
    assertEquals(tables.filter(({ wr }) => wr === 1).map(({ name }) => name), ["entries"]);
    db.close();
  });
});

Deno.test("SqliteTraceStore asks one cheap question while a follower waits, and reads when another wrote", async () => {
  await withFile(async (path) => {
    const db = new DatabaseSync(path);
    const asked: string[] = [];
    const watched: SqliteDatabase = {
      exec: (sql) => db.exec(sql),
      close: () => db.close(),
      prepare(sql) {
        const statement = db.prepare(sql);
        const run = <T>(how: () => T): T => {
          asked.push(sql);
          return how();
        };
        return {
          run: (...values) => run(() => statement.run(...values as string[])),
          get: (...values) => run(() => statement.get(...values as string[])),
          all: (...values) => run(() => statement.all(...values as string[])),
        };
      },
    };
    const store = new SqliteTraceStore(watched, { pollMs: 1 });
    const other = await SqliteTraceStore.open(path);
    await other.append("t", [note("a", 1)]);
    const follower = store.read("t", { follow: true });
    await follower.next();
    const waiting = follower.next();
    const isQuestion = (sql: string) => sql === "PRAGMA data_version";
    const questions = () => asked.filter(isQuestion).length;
    while (questions() < 3) await systemClock.sleep(1);
    asked.length = 0;
    while (questions() < 10) await systemClock.sleep(1);
    assertEquals(asked.filter((sql) => !isQuestion(sql)), []);
    await other.append("t", [note("a", 2)]);
    assertEquals((await waiting).value?.position, 2);
    assert(asked.some((sql) => !isQuestion(sql)));
    await follower.return?.();
    other.close();
    store.close();
  });
});
