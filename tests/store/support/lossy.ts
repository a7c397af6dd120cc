import type { KvAtomic, KvLike } from "../../../src/store/kv/kv_like.ts";
import type { PostgresClient, PostgresQuery } from "../../../src/store/postgres/postgres_client.ts";
import type { SqliteDatabase } from "../../../src/store/sqlite/sqlite_database.ts";

/** Loses the answer of one call to a database: what was asked for has been done, and an error is thrown. */
export class Losses {
  /** What is thrown in place of the answer. */
  readonly error: Error = new Error("The connection is gone");
  /** How many calls there were since the last time it was armed. */
  calls = 0;
  /** How many rows those calls gave. */
  rows = 0;
  #lost = Infinity;

  /** Loses the answer of a call, counted from the next, from 0. */
  arm(lost: number): void {
    this.calls = 0;
    this.rows = 0;
    this.#lost = lost;
  }

  /** Loses no answer any more. */
  disarm(): void {
    this.arm(Infinity);
  }

  /** Passes an answer on, or loses it. */
  pass<T>(answer: T): T {
    if (this.calls++ === this.#lost) throw this.error;
    this.rows += Array.isArray(answer) ? answer.length : 1;
    return answer;
  }
}

/** A Deno KV whose answers may be lost. */
export function lossyKv(kv: Deno.Kv, losses: Losses): KvLike {
  return {
    getMany: async (keys) => losses.pass(await kv.getMany([...keys])),
    async *list(range, options) {
      const rows = await Array.fromAsync(kv.list(range, options));
      yield* losses.pass(rows);
    },
    commitVersionstamp: () => kv.commitVersionstamp(),
    atomic() {
      const commit = kv.atomic() as KvAtomic;
      const land = commit.commit.bind(commit);
      return Object.assign(commit, { commit: async () => losses.pass(await land()) });
    },
  };
}

/** A PostgreSQL whose answers may be lost, of statements and of whole transactions. */
export function lossyPostgres(
  { query, transaction }: PostgresClient,
  losses: Losses,
): PostgresClient {
  const lossy = (inner: PostgresQuery): PostgresQuery => async (text, values) =>
    losses.pass(await inner(text, values));
  return {
    query: lossy(query),
    transaction: async (run) => losses.pass(await transaction((inner) => run(lossy(inner)))),
  };
}

/** A SQLite whose answers may be lost, as by a fault of the file system. */
export function lossySqlite(db: SqliteDatabase, losses: Losses): SqliteDatabase {
  return {
    exec(sql) {
      db.exec(sql);
      // A transaction that has begun says so: there is no wire on which that could be lost.
      if (sql === "COMMIT") losses.pass(undefined);
    },
    prepare(sql) {
      const statement = db.prepare(sql);
      return {
        run: (...values) => losses.pass(statement.run(...values)),
        get: (...values) => losses.pass(statement.get(...values)),
        all: (...values) => losses.pass(statement.all(...values)),
      };
    },
    close: () => db.close(),
  };
}
