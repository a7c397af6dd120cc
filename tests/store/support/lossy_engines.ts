import { DatabaseSync } from "node:sqlite";
import { DenoKvTraceStore } from "../../../src/store/kv/deno_kv_trace_store.ts";
import { PostgresTraceStore } from "../../../src/store/postgres/postgres_trace_store.ts";
import type { SqliteDatabase } from "../../../src/store/sqlite/sqlite_database.ts";
import { SqliteTraceStore } from "../../../src/store/sqlite/sqlite_trace_store.ts";
import type { TraceStore } from "../../../src/store/trace_store.ts";
import { Losses, lossyKv, lossyPostgres, lossySqlite } from "./lossy.ts";
import { NO_POSTGRES, openPostgres } from "./postgres_server.ts";

/** A store and the answers that its database gives it. */
export interface LossyStore {
  /** The store. */
  readonly store: TraceStore;
  /** What its database answers, and what of it is lost. */
  readonly losses: Losses;
  /** Closes it. */
  readonly close: () => Promise<void> | void;
}

/** An engine whose answers may be lost. */
export interface LossyEngine {
  /** The name of the store. */
  readonly name: string;
  /** Opens one of its own. */
  readonly open: () => Promise<LossyStore>;
  /** Whether there is none here; the name then says why. */
  readonly ignore?: boolean;
}

/** The engines that have a database. */
export const LOSSY_ENGINES: readonly LossyEngine[] = [
  {
    name: "SqliteTraceStore",
    open() {
      const losses = new Losses();
      const db = lossySqlite(new DatabaseSync(":memory:") as unknown as SqliteDatabase, losses);
      const store = new SqliteTraceStore(db);
      return Promise.resolve({ store, losses, close: () => store.close() });
    },
  },
  {
    name: "DenoKvTraceStore",
    async open() {
      const losses = new Losses();
      const kv = await Deno.openKv(":memory:");
      return { store: new DenoKvTraceStore(lossyKv(kv, losses)), losses, close: () => kv.close() };
    },
  },
  {
    name: `PostgresTraceStore${NO_POSTGRES === undefined ? "" : ` (${NO_POSTGRES})`}`,
    ignore: NO_POSTGRES !== undefined,
    async open() {
      const losses = new Losses();
      const { client, schema, close } = await openPostgres("npm:postgres");
      const store = new PostgresTraceStore(lossyPostgres(client, losses), {
        schema,
        notify: false,
      });
      return { store, losses, close };
    },
  },
];
