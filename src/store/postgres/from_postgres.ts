import { checkMethods } from "../check_arguments.ts";
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
    values: never[],
    options: { prepare: boolean },
  ): PromiseLike<readonly unknown[]>;
}

/**
 * Lets a store use `npm:postgres`. Statements are prepared once for each connection, which halves the round trips.
 * Behind a proxy that gives each transaction another connection, such as PgBouncer in its transaction mode, say
 * `prepare: false` to `postgres()` itself: it prepares its commits too, and where the connection does not know one, it tells
 * as committed what was rolled back.
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
    async transaction<T>(run: (query: PostgresQuery) => Promise<T>): Promise<T> {
      return await sql.begin((runner) => run(queryOn(runner))) as T;
    },
    // This driver connects again by itself, and says so.
    async listen(channel, onNotification, onChange) {
      const { unlisten } = await sql.listen(channel, onNotification, () => onChange(true));
      return unlisten;
    },
  };
}

function queryOn(runner: PostgresJsRunner): PostgresQuery {
  // What `postgres()` was told of it stands above this.
  const options = { prepare: true };
  return async (text, values) =>
    await runner.unsafe(text, [...values] as never[], options) as readonly PostgresRow[];
}
