import type { SqliteDatabase } from "./sqlite_database.ts";

/** The version of the tables; a file with a later one is not touched. */
const VERSION = 1;

// AUTOINCREMENT, as SQLite gives the number of a removed row out again otherwise: a follower of a removed thread would
// go on with another one, and a token would come twice.
const TABLES = `
CREATE TABLE IF NOT EXISTS threads (
  incarnation INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  position INTEGER NOT NULL,
  next TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS entries (
  incarnation INTEGER NOT NULL,
  position INTEGER NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (incarnation, position)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS leases (
  token INTEGER PRIMARY KEY AUTOINCREMENT,
  thread TEXT NOT NULL UNIQUE,
  owner TEXT NOT NULL,
  expires_at TEXT NOT NULL
) STRICT;
PRAGMA user_version = ${VERSION};
`;

/** How a database is set up. */
export interface SqliteSettings {
  /** For how long to wait for other processes, in milliseconds. */
  readonly busyTimeoutMs: number;
  /** How sure a commit is when the machine loses its power. */
  readonly synchronous: "full" | "normal";
}

/**
 * Sets a database up for a store: its connection, and its tables if they are not there.
 *
 * @throws If the tables are of a later version of this package, or other processes have it locked for too long.
 */
export function prepareSqlite(db: SqliteDatabase, settings: SqliteSettings): void {
  db.exec(`PRAGMA busy_timeout = ${Math.round(settings.busyTimeoutMs)}`);
  db.exec("PRAGMA journal_mode = WAL");
  db.exec(`PRAGMA synchronous = ${settings.synchronous}`);
  const version = versionOf(db);
  if (version > VERSION) {
    throw new Error(
      `Cannot use this SQLite file as its tables must be of version ${VERSION}: they are of ${version}`,
    );
  }
  if (version < VERSION) inTransaction(db, () => db.exec(TABLES));
}

/**
 * Runs a transaction. It holds the right to write from its start: one that reads first and writes then is refused with
 * "database is locked" at once, whatever the time to wait is.
 *
 * @param run What to do; all of it lands, or nothing if it throws.
 * @param begin How to begin, where nothing is written that others see.
 */
export function inTransaction<T>(
  db: SqliteDatabase,
  run: () => T,
  begin: "BEGIN IMMEDIATE" | "BEGIN" = "BEGIN IMMEDIATE",
): T {
  db.exec(begin);
  try {
    const result = run();
    db.exec("COMMIT");
    return result;
  } catch (error) {
    rollBack(db);
    throw error;
  }
}

function rollBack(db: SqliteDatabase): void {
  try {
    db.exec("ROLLBACK");
  } catch {
    // What made the transaction fail may have ended it already; that error is the one to tell.
  }
}

function versionOf(db: SqliteDatabase): number {
  const { user_version: version } = db.prepare("PRAGMA user_version").get() as {
    user_version: number;
  };
  return version;
}
