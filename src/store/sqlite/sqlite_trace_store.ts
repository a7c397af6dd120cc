import { systemClock } from "../../clock.ts";
import { EngineTraceStore } from "../engine_trace_store.ts";
import { isLocked } from "../is_locked.ts";
import { openSqliteDatabase, type SqliteDatabase } from "./sqlite_database.ts";
import { SqliteEngine } from "./sqlite_engine.ts";
import type { SqliteTraceStoreOptions } from "./sqlite_options.ts";

/** How often opening is tried while other processes set the same new file up. */
const OPEN_TRIES = 100;

/** How long to wait between tries, in milliseconds. */
const OPEN_PAUSE_MS = 20;

/**
 * Keeps threads in a SQLite database, with `node:sqlite`: a file that several processes of one machine may share, or
 * memory.
 *
 * @example
 * ```ts
 * import { SqliteTraceStore } from "@wholeturn/wholeturn/testing";
 * import { assertEquals } from "@std/assert";
 *
 * const store = await SqliteTraceStore.open(":memory:");
 * await store.append("thread", [{ type: "note", stream: "a", payload: "hi" }], { expected: 0 });
 * const threads = await store.threads();
 * assertEquals(threads.map(({ thread }) => thread), ["thread"]);
 * store.close();
 * ```
 */
export class SqliteTraceStore extends EngineTraceStore {
  readonly #engine: SqliteEngine;

  /**
   * Makes a store over a database that is open, for example a `DatabaseSync` of `node:sqlite`, which is then the
   * store's own. {@linkcode open} opens one.
   *
   * @param db The database.
   * @param options Its settings.
   * @throws {RangeError} If an option is not what it may be.
   * @throws If the database's tables are of a later version.
   */
  constructor(db: SqliteDatabase, options: SqliteTraceStoreOptions = {}) {
    const engine = new SqliteEngine(db, options);
    super(engine);
    this.#engine = engine;
  }

  /**
   * Opens a database and makes a store over it.
   *
   * @param path A file, made if it is not there, or `:memory:`.
   * @param options Its settings.
   * @throws If this runtime has no `node:sqlite`, as Node 20 has none, or the file cannot be used.
   */
  static async open(
    path: string,
    options: SqliteTraceStoreOptions = {},
  ): Promise<SqliteTraceStore> {
    const db = await openSqliteDatabase(path);
    for (let tries = 1;; tries++) {
      try {
        return new SqliteTraceStore(db, options);
      } catch (error) {
        if (!isLocked(error) || tries === OPEN_TRIES) {
          db.close();
          throw error;
        }
        await systemClock.sleep(OPEN_PAUSE_MS);
      }
    }
  }

  /** Closes the database. Whatever is asked of the store then is refused, also to followers that wait. */
  close(): void {
    this.#engine.close();
  }

  /** Closes the database. */
  [Symbol.dispose](): void {
    this.close();
  }
}
