import { join } from "node:path";
import { DenoKvTraceStore } from "../../../src/store/kv/deno_kv_trace_store.ts";
import { SqliteTraceStore } from "../../../src/store/sqlite/sqlite_trace_store.ts";
import type { TraceStore } from "../../../src/store/trace_store.ts";

/** The engines that keep a file. */
export type FileEngine = "sqlite" | "deno-kv";

/** A store on a file. */
export interface FileStore {
  /** The store. */
  readonly store: TraceStore;
  /** Closes it. */
  close(): void;
}

/** Opens a store on a file of a folder. */
export async function openFileStore(engine: FileEngine, folder: string): Promise<FileStore> {
  if (engine === "sqlite") {
    // The machine does not lose its power in a test, and a busy one syncs slowly.
    const path = join(folder, "store.sqlite");
    const store = await SqliteTraceStore.open(path, { synchronous: "normal" });
    return { store, close: () => store.close() };
  }
  const kv = await Deno.openKv(join(folder, "store.kv"));
  return { store: new DenoKvTraceStore(kv), close: () => kv.close() };
}
