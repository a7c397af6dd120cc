/** A row, as drivers give it. */
export type PostgresRow = Readonly<Record<string, unknown>>;

/** What is given for a `$1`; the text of the query says which type it is. */
export type PostgresValue = string | number | null;

/**
 * Runs one statement.
 *
 * @param text The statement, with `$1`, `$2` and so on for values.
 * @param values The values.
 * @returns The rows.
 */
export type PostgresQuery = (
  text: string,
  values: readonly PostgresValue[],
) => Promise<readonly PostgresRow[]>;

/** What a store needs of a driver. {@linkcode fromPg} and {@linkcode fromPostgres} make one. */
export interface PostgresClient {
  /** Runs one statement by itself, on any connection. */
  readonly query: PostgresQuery;
  /**
   * Runs a transaction on one connection: commits it if the function's promise resolves, rolls it back if it rejects.
   * Statements run in the order of the calls, also of calls that do not wait for one another.
   *
   * @param run What to do.
   */
  transaction<T>(run: (query: PostgresQuery) => Promise<T>): Promise<T>;
  /**
   * Listens to a channel. Without it, followers ask again and again.
   *
   * @param channel Its name, lower case letters, digits and `_`.
   * @param onNotification Is called with what was sent.
   * @param onChange Is called with `true` whenever listening begins, again too, and with `false` when it ends for good.
   * @returns Ends it.
   */
  listen?(
    channel: string,
    onNotification: (payload: string) => void,
    onChange: (listening: boolean) => void,
  ): Promise<() => Promise<void>>;
}
