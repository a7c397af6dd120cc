import { checkMethods } from "../check_arguments.ts";
import { requireCommitted } from "./require_committed.ts";
import type { PostgresClient, PostgresQuery, PostgresRow } from "./postgres_client.ts";

/** As much of a `Pool` of `npm:pg` as is used. */
export interface PgPool extends PgRunner {
  /** Takes a connection out of the pool. */
  connect(): Promise<PgPoolClient>;
}

/** What came of a statement. */
export interface PgResult {
  /** Its rows. */
  readonly rows: unknown[];
  /** What PostgreSQL says that it did. */
  readonly command: string;
}

/** What runs a statement. */
export interface PgRunner {
  /** Runs a statement. */
  query(text: string, values: unknown[]): Promise<PgResult>;
}

/** A connection of a pool. */
export interface PgPoolClient extends PgRunner {
  /** Gives it back; with `true` it is closed. */
  release(destroy?: boolean): void;
  /** Listens to an event. */
  on(event: "notification", listener: (message: { payload?: string | undefined }) => void): unknown;
  /** Listens to an event. */
  on(event: "error", listener: (error: Error) => void): unknown;
  /** Listens to an event. */
  on(event: "end", listener: () => void): unknown;
}

/**
 * Lets a store use `npm:pg`. While a store listens, it keeps one connection of the pool for itself.
 *
 * @example
 * ```ts ignore
 * import pg from "npm:pg@8";
 * import { fromPg, PostgresTraceStore } from "@wholeturn/wholeturn/postgres";
 *
 * const pool = new pg.Pool({ connectionString: "postgres://127.0.0.1/agents" });
 * const store = new PostgresTraceStore(fromPg(pool));
 * await store.setup();
 * ```
 *
 * @param pool The pool; closing it is the caller's.
 * @throws {TypeError} If it is none.
 */
export function fromPg(pool: PgPool): PostgresClient {
  checkMethods("pool", "a Pool of npm:pg", pool, ["query", "connect"]);
  return {
    query: queryBy(asking(pool)),
    transaction: (run) => inTransaction(pool, run),
    listen: (channel, onNotification, onChange) => listen(pool, channel, onNotification, onChange),
  };
}

/** Runs one statement, and tells all that came of it. */
type Ask = (...statement: Parameters<PostgresQuery>) => Promise<PgResult>;

function asking(runner: PgRunner): Ask {
  return async (text, values) => await runner.query(text, [...values]);
}

function queryBy(ask: Ask): PostgresQuery {
  return async (text, values) => (await ask(text, values)).rows as readonly PostgresRow[];
}

async function inTransaction<T>(
  pool: PgPool,
  run: (query: PostgresQuery) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  const ask = inTurn(asking(client));
  let isBroken = true;
  try {
    await ask("BEGIN", []);
    const result = await run(queryBy(ask));
    requireCommitted((await ask("COMMIT", [])).command);
    isBroken = false;
    return result;
  } catch (error) {
    isBroken = !await rolledBack(ask);
    throw error;
  } finally {
    // A connection in the middle of a transaction must not go back to others.
    client.release(isBroken);
  }
}

/** Lets each call wait for the one before, as this driver asks for it. */
function inTurn(ask: Ask): Ask {
  let last: Promise<unknown> = Promise.resolve();
  return (text, values) => {
    const result = last.then(() => ask(text, values));
    last = result.catch(() => {});
    return result;
  };
}

async function rolledBack(ask: Ask): Promise<boolean> {
  try {
    await ask("ROLLBACK", []);
    return true;
  } catch {
    return false;
  }
}

async function listen(
  pool: PgPool,
  channel: string,
  onNotification: (payload: string) => void,
  onChange: (listening: boolean) => void,
): Promise<() => Promise<void>> {
  const client = await pool.connect();
  let isOver = false;
  const end = (): void => {
    if (isOver) return;
    isOver = true;
    client.release(true);
    onChange(false);
  };
  client.on("notification", ({ payload = "" }) => onNotification(payload));
  client.on("error", end);
  client.on("end", end);
  try {
    await client.query(`LISTEN ${channel}`, []);
  } catch (error) {
    end();
    throw error;
  }
  onChange(true);
  return () => Promise.resolve(end());
}
