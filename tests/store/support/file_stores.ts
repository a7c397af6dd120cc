import { join } from "node:path";
import type { Clock } from "../../../src/clock.ts";
import { DenoKvTraceStore } from "../../../src/store/kv/deno_kv_trace_store.ts";
import { PostgresTraceStore } from "../../../src/store/postgres/postgres_trace_store.ts";
import { SqliteTraceStore } from "../../../src/store/sqlite/sqlite_trace_store.ts";
import type { TraceStore } from "../../../src/store/trace_store.ts";
import { DRIVERS } from "./postgres_server.ts";

/** The engines that several processes may share: by a file of a folder, or a schema of a server. */
export type FileEngine = "sqlite" | "deno-kv" | "postgres";

/** A store on a file. */
export interface FileStore {
  /** The store. */
  readonly store: TraceStore;
  /** Closes it. */
  close(): Promise<void> | void;
}

/** How to open a store on a file. */
export interface FileStoreOptions {
  /** Where time comes from; one on a schema goes by the server's clock. */
  readonly clock?: Clock;
  /** For how long SQLite waits for other processes, in milliseconds. */
  readonly busyTimeoutMs?: number;
}

/** Opens a store on a file of a folder, or on a schema. */
export async function openFileStore(
  engine: FileEngine,
  folder: string,
  { clock, busyTimeoutMs }: FileStoreOptions = {},
): Promise<FileStore> {
  if (engine === "sqlite") {
    // The machine does not lose its power in a test, and a busy one syncs slowly.
    const path = join(folder, "store.sqlite");
    const options = { synchronous: "normal", clock, busyTimeoutMs } as const;
    const store = await SqliteTraceStore.open(path, options);
    return { store, close: () => store.close() };
  }
  if (engine === "postgres") {
    const { client, end } = DRIVERS["npm:postgres"]();
    const store = new PostgresTraceStore(client, { schema: folder });
    const close = async () => {
      await store.close();
      await end();
    };
    return { store, close };
  }
  const kv = await Deno.openKv(join(folder, "store.kv"));
  return { store: new DenoKvTraceStore(kv, { clock }), close: () => kv.close() };
}
