/** What SQLite keeps in a column. */
export type SqliteValue = null | number | bigint | string | Uint8Array;

/** A statement, as much of `StatementSync` of `node:sqlite` as is used. */
export interface SqliteStatement {
  /** Runs it; tells how many rows it changed. */
  run(...values: SqliteValue[]): { readonly changes: number | bigint };
  /** Gives its first row. */
  get(...values: SqliteValue[]): unknown;
  /** Gives its rows. */
  all(...values: SqliteValue[]): unknown[];
}

/** A database, as much of `DatabaseSync` of `node:sqlite` as is used. */
export interface SqliteDatabase {
  /** Runs statements without values. */
  exec(sql: string): void;
  /** Prepares a statement. */
  prepare(sql: string): SqliteStatement;
  /** Closes it. */
  close(): void;
}

/**
 * Opens a database. The module is loaded only now, as not every runtime that this package runs on has it.
 *
 * @param path A file, or `:memory:`.
 * @throws If this runtime has no `node:sqlite`, or the file cannot be opened.
 */
export async function openSqliteDatabase(path: string): Promise<SqliteDatabase> {
  const { DatabaseSync } = await sqliteModule(() => import("node:sqlite"));
  return new DatabaseSync(path) as unknown as SqliteDatabase;
}

/**
 * Loads `node:sqlite`.
 *
 * @param load Loads it.
 * @throws If this runtime has none.
 */
export async function sqliteModule<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    throw new Error(
      "Cannot open a SQLite store as this runtime has no 'node:sqlite': use Node 22.13, Deno 2.2 or Bun 1.4.5, or later",
      { cause },
    );
  }
}
