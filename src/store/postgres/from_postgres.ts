import { checkMethods } from "../check_arguments.ts";
import { requireCommitted } from "./require_committed.ts";
import type { PostgresClient, PostgresQuery, PostgresRow } from "./postgres_client.ts";

/** As much of what `postgres()` of `npm:postgres` gives as is used. */
export interface PostgresJsSql extends PostgresJsRunner {
  /** Runs a transaction. */
  begin(run: (sql: PostgresJsRunner) => Promise<unknown>): Promise<unknown>;
  /** Listens to a channel. */
  listen(
    channel: string,
    onNotification: (payload: string) => void,
    onListening: () => void,
  ): Promise<{ unlisten(): Promise<void> }>;
}

/** What runs a statement, within a transaction or not. */
export interface PostgresJsRunner {
  /** Runs a statement. */
  unsafe(
    text: string,
    values?: never[],
    options?: { prepare: boolean },
  ): PostgresJsQuery;
}

/** A statement that is run when it is waited for, or told to. */
export interface PostgresJsQuery extends PromiseLike<PostgresJsResult> {
  /** Runs it at once. */
  execute(): PostgresJsQuery;
}

/** What came of a statement. */
export interface PostgresJsResult extends ReadonlyArray<unknown> {
  /** What PostgreSQL says that it did. */
  readonly command: string;
}

/**
 * Lets a store use `npm:postgres`. Statements are prepared once for each connection, which halves the round trips.
 * Behind a proxy that gives each transaction another connection, such as PgBouncer in its transaction mode, say
 * `prepare: false` to `postgres()`.
 *
 * @example
 * ```ts ignore
 * import postgres from "npm:postgres@3";
 * import { fromPostgres, PostgresTraceStore } from "@wholeturn/wholeturn/postgres";
 *
 * const sql = postgres("postgres://127.0.0.1/agents");
 * const store = new PostgresTraceStore(fromPostgres(sql));
 * await store.setup();
 * ```
 *
 * @param sql What `postgres()` gives; closing it is the caller's.
 * @throws {TypeError} If it is none.
 */
export function fromPostgres(sql: PostgresJsSql): PostgresClient {
  checkMethods("sql", "what postgres() gives", sql, ["unsafe", "begin", "listen"]);
  return {
    query: queryOn(sql),
    transaction: (run) => inTransaction(sql, run),
    // This driver connects again by itself, and says so.
    async listen(channel, onNotification, onChange) {
      const { unlisten } = await sql.listen(channel, onNotification, () => onChange(true));
      return unlisten;
    },
  };
}

/**
 * The driver prepares its own COMMIT, and asks again where the connection does not know it: by then it ends what the first
 * attempt has broken, which it takes for a success. So the commit that counts is ours, and its answer is looked at.
 */
async function inTransaction<T>(
  sql: PostgresJsSql,
  run: (query: PostgresQuery) => Promise<T>,
): Promise<T> {
  let committed: PromiseLike<PostgresJsResult> | undefined;
  const result = await sql.begin(async (runner) => {
    const result = await run(queryOn(runner));
    // Sent with the driver's own, which then ends what is empty.
    committed = runner.unsafe("COMMIT AND CHAIN").execute();
    return result;
  });
  const { command } = await committed!;
  requireCommitted(command);
  return result as T;
}

function queryOn(runner: PostgresJsRunner): PostgresQuery {
  // What `postgres()` was told of it stands above this.
  const options = { prepare: true };
  return async (text, values) =>
    await runner.unsafe(text, [...values] as never[], options) as readonly PostgresRow[];
}
