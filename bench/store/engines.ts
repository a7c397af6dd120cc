import postgres from "npm:postgres@3.4.9";
import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import { DenoKvTraceStore } from "../../src/store/kv/deno_kv_trace_store.ts";
import { MemoryTraceStore } from "../../src/store/memory_trace_store.ts";
import { fromPostgres } from "../../src/store/postgres/from_postgres.ts";
import { PostgresTraceStore } from "../../src/store/postgres/postgres_trace_store.ts";
import { SqliteTraceStore } from "../../src/store/sqlite/sqlite_trace_store.ts";
import type { SealedEvent } from "../../src/store/trace_event.ts";
import type { TraceStore } from "../../src/store/trace_store.ts";

/** The bare driver: it writes the rows of a store, and checks nothing. */
export interface Bare {
  /** Lands an event of a thread, with the thread's row, in one transaction. */
  append(thread: string, position: number, event: SealedEvent): Promise<void>;
  /** Reads all events of a thread, and parses them; gives their number. */
  readAll(thread: string): Promise<number>;
}

/** An engine that is open. */
export interface Opened {
  readonly store: TraceStore;
  readonly bare: Bare;
  close(): Promise<void>;
}

/** Opens an engine, in a folder that is there for it alone. */
export type OpenEngine = (folder: string) => Promise<Opened>;

/** The engines, by name. */
export const ENGINES: Readonly<Record<string, OpenEngine>> = {
  "memory": openMemory,
  "SQLite, memory": () => openSqlite(":memory:", ":memory:", "full"),
  "SQLite, file, normal": (folder) => openSqliteFiles(folder, "normal"),
  "SQLite, file, full": (folder) => openSqliteFiles(folder, "full"),
  "Deno KV, memory": () => openKv(":memory:", ":memory:"),
  "Deno KV, file": (folder) => openKv(join(folder, "store.kv"), join(folder, "bare.kv")),
  "PostgreSQL": openPostgres,
};

function openMemory(): Promise<Opened> {
  const logs = new Map<string, string[]>();
  const bare: Bare = {
    append(thread, _, event) {
      const log = logs.get(thread) ?? [];
      logs.set(thread, log);
      log.push(JSON.stringify(event));
      return Promise.resolve();
    },
    readAll(thread) {
      let read = 0;
      for (const text of logs.get(thread) ?? []) read += JSON.parse(text) === null ? 0 : 1;
      return Promise.resolve(read);
    },
  };
  const close = () => Promise.resolve();
  return Promise.resolve({ store: new MemoryTraceStore(), bare, close });
}

function openSqliteFiles(folder: string, synchronous: "full" | "normal"): Promise<Opened> {
  return openSqlite(join(folder, "store.sqlite"), join(folder, "bare.sqlite"), synchronous);
}

async function openSqlite(
  path: string,
  barePath: string,
  synchronous: "full" | "normal",
): Promise<Opened> {
  const store = await SqliteTraceStore.open(path, { synchronous });
  const db = new DatabaseSync(barePath);
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous};
    CREATE TABLE threads (id TEXT PRIMARY KEY, position INTEGER NOT NULL, next TEXT NOT NULL) STRICT;
    CREATE TABLE entries (id TEXT NOT NULL, position INTEGER NOT NULL, body TEXT NOT NULL,
      PRIMARY KEY (id, position)) STRICT, WITHOUT ROWID`);
  const thread = db.prepare("INSERT OR REPLACE INTO threads VALUES (?, ?, ?)");
  const entry = db.prepare("INSERT INTO entries VALUES (?, ?, ?)");
  const all = db.prepare("SELECT body FROM entries WHERE id = ? ORDER BY position");
  const bare: Bare = {
    append(id, position, event) {
      db.exec("BEGIN IMMEDIATE");
      thread.run(id, position, `[["a",${position}]]`);
      entry.run(id, position, JSON.stringify(event));
      db.exec("COMMIT");
      return Promise.resolve();
    },
    readAll(id) {
      const rows = all.all(id) as { body: string }[];
      return Promise.resolve(rows.map(({ body }) => JSON.parse(body)).length);
    },
  };
  const close = () => {
    db.close();
    store.close();
    return Promise.resolve();
  };
  return { store, bare, close };
}

async function openKv(path: string, barePath: string): Promise<Opened> {
  const kv = await Deno.openKv(path);
  const bareKv = await Deno.openKv(barePath);
  const bare: Bare = {
    async append(thread, position, event) {
      await bareKv.atomic()
        .set(["h", thread], { position, next: `[["a",${position}]]` })
        .set(["e", thread, position], new TextEncoder().encode(JSON.stringify([event])))
        .commit();
    },
    async readAll(thread) {
      let read = 0;
      for await (const { value } of bareKv.list<Uint8Array>({ prefix: ["e", thread] })) {
        read += (JSON.parse(new TextDecoder().decode(value)) as unknown[]).length;
      }
      return read;
    },
  };
  const close = () => {
    kv.close();
    bareKv.close();
    return Promise.resolve();
  };
  return { store: new DenoKvTraceStore(kv), bare, close };
}

async function openPostgres(): Promise<Opened> {
  const url = Deno.env.get("TEST_POSTGRES_URL") ?? "postgres://postgres@127.0.0.1:5432/test";
  const sql = postgres(url, { max: 25, connect_timeout: 3, onnotice: () => {} });
  const schema = `bench_${crypto.randomUUID().replaceAll("-", "")}`;
  const store = new PostgresTraceStore(fromPostgres(sql), { schema, notify: false });
  await store.setup();
  const bareTables = `
    CREATE TABLE ${schema}.bare_threads (id text PRIMARY KEY, position bigint, next text);
    CREATE TABLE ${schema}.bare_entries (id text, position bigint, body text, PRIMARY KEY (id, position))`;
  await sql.unsafe(bareTables);
  const prepare = { prepare: true };
  const bare: Bare = {
    async append(thread, position, event) {
      await sql.begin(async (tx) => {
        await tx.unsafe(
          `INSERT INTO ${schema}.bare_threads VALUES ($1, $2, $3)
          ON CONFLICT (id) DO UPDATE SET position = excluded.position, next = excluded.next`,
          [thread, position, `[["a",${position}]]`],
          prepare,
        );
        await tx.unsafe(
          `INSERT INTO ${schema}.bare_entries VALUES ($1, $2, $3)`,
          [thread, position, JSON.stringify(event)],
          prepare,
        );
      });
    },
    async readAll(thread) {
      const rows = await sql.unsafe(
        `SELECT body FROM ${schema}.bare_entries WHERE id = $1 ORDER BY position`,
        [thread],
        prepare,
      );
      return rows.map(({ body }) => JSON.parse(body)).length;
    },
  };
  const close = async () => {
    await store.close();
    await sql.unsafe(`DROP SCHEMA ${schema} CASCADE`);
    await sql.end();
  };
  return { store, bare, close };
}
