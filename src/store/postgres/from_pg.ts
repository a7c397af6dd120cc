import { checkMethods } from "../check_arguments.ts";
import type { PostgresClient, PostgresQuery, PostgresRow } from "./postgres_client.ts";

/** As much of a `Pool` of `npm:pg` as is used. */
export interface PgPool extends PgRunner {
  /** Takes a connection out of the pool. */
  connect(): Promise<PgPoolClient>;
}

/** What runs a statement. */
export interface PgRunner {
  /** Runs a statement. */
  query(text: string, values: unknown[]): Promise<{ rows: unknown[] }>;
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
    query: queryOn(pool),
    transaction: (run) => inTransaction(pool, run),
    listen: (channel, onNotification, onChange) => listen(pool, channel, onNotification, onChange),
  };
}

function queryOn(runner: PgRunner): PostgresQuery {
  return async (text, values) => {
    const { rows } = await runner.query(text, [...values]);
    return rows as readonly PostgresRow[];
  };
}

async function inTransaction<T>(
  pool: PgPool,
  run: (query: PostgresQuery) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  const query = inTurn(queryOn(client));
  let isBroken = true;
  try {
    await query("BEGIN", []);
    const result = await run(query);
    await query("COMMIT", []);
    isBroken = false;
    return result;
  } catch (error) {
    isBroken = !await rolledBack(query);
    throw error;
  } finally {
    // A connection in the middle of a transaction must not go back to others.
    client.release(isBroken);
  }
}

/** Lets each call wait for the one before, as this driver asks for it. */
function inTurn(query: PostgresQuery): PostgresQuery {
  let last: Promise<unknown> = Promise.resolve();
  return (text, values) => {
    const result = last.then(() => query(text, values));
    last = result.catch(() => {});
    return result;
  };
}

async function rolledBack(query: PostgresQuery): Promise<boolean> {
  try {
    await query("ROLLBACK", []);
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
