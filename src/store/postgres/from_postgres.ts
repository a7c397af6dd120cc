import { requireKnownOptions } from "../../known_options.ts";
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

/** Options of {@linkcode fromPostgres}. */
export interface FromPostgresOptions {
  /**
   * Whether statements are prepared once for each connection: half the round trips. Behind a proxy that gives each
   * transaction another connection, say `false`.
   *
   * @default {true}
   */
  readonly prepare?: boolean | undefined;
}

/**
 * Lets a store use `npm:postgres`.
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
 * @param options Its settings.
 * @throws {TypeError} If it is none, or there is no such option.
 */
export function fromPostgres(
  sql: PostgresJsSql,
  options: FromPostgresOptions = {},
): PostgresClient {
  checkMethods("sql", "what postgres() gives", sql, ["unsafe", "begin", "listen"]);
  requireKnownOptions("use the driver", options, { prepare: true });
  const { prepare = true } = options;
  const queryOn = (runner: PostgresJsRunner): PostgresQuery => async (text, values) =>
    await runner.unsafe(text, [...values] as never[], { prepare }) as readonly PostgresRow[];
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
