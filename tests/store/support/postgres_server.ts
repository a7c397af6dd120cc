import pg from "npm:pg@8.23.1";
import postgres from "npm:postgres@3.4.9";
import { fromPg } from "../../../src/store/postgres/from_pg.ts";
import { fromPostgres } from "../../../src/store/postgres/from_postgres.ts";
import type { PostgresClient } from "../../../src/store/postgres/postgres_client.ts";
import { PostgresTraceStore } from "../../../src/store/postgres/postgres_trace_store.ts";
import type { PostgresTraceStoreOptions } from "../../../src/store/postgres/postgres_trace_store.ts";

/** The server that tests use. */
export const POSTGRES_URL: string = Deno.env.get("TEST_POSTGRES_URL") ??
  "postgres://postgres@127.0.0.1:5432/test";

/** Why there is none; undefined if it answers. */
export const NO_POSTGRES: string | undefined = await reasonOfNone();

async function reasonOfNone(): Promise<string | undefined> {
  const sql = postgres(POSTGRES_URL, { max: 1, connect_timeout: 3, onnotice: () => {} });
  try {
    await sql.unsafe("SELECT 1");
    return undefined;
  } catch (error) {
    return `no PostgreSQL answers: ${error instanceof Error ? error.message : error}`;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** Connections of one driver. */
export interface Connected {
  /** What a store is given. */
  readonly client: PostgresClient;
  /** Closes them. */
  end(): Promise<void>;
}

/** What connections go to, and how. */
export interface ConnectOptions {
  /** The server. @default {POSTGRES_URL} */
  readonly url?: string;
  /** Whether `npm:postgres` prepares statements. @default {true} */
  readonly prepare?: boolean;
}

type Connect = (options?: ConnectOptions) => Connected;

/** The drivers that stores are tested with. */
export const DRIVERS: Readonly<Record<"npm:postgres" | "npm:pg", Connect>> = {
  "npm:postgres": ({ url = POSTGRES_URL, prepare = true } = {}) => {
    const sql = postgres(url, { max: 12, prepare, onnotice: () => {} });
    return { client: fromPostgres(sql), end: () => sql.end({ timeout: 5 }) };
  },
  "npm:pg": ({ url = POSTGRES_URL } = {}) => {
    const pool = new pg.Pool({ connectionString: url, max: 12 });
    return { client: fromPg(pool), end: () => pool.end() };
  },
};

/** A store in a schema of its own. */
export interface OpenedPostgres {
  /** The name of the schema. */
  readonly schema: string;
  /** The connections. */
  readonly client: PostgresClient;
  /** The store. */
  readonly store: PostgresTraceStore;
  /** Another store over the same tables, with connections of its own. */
  peer(): Promise<PostgresTraceStore>;
  /** Removes the tables and closes everything. */
  close(): Promise<void>;
}

/** Opens a store in a schema of its own, so that tests run side by side. */
export async function openPostgres(
  driver: keyof typeof DRIVERS,
  options: PostgresTraceStoreOptions = {},
  connect: ConnectOptions = {},
): Promise<OpenedPostgres> {
  const schema = `test_${crypto.randomUUID().replaceAll("-", "")}`;
  const opened: { store: PostgresTraceStore; connected: Connected }[] = [];
  const open = (): PostgresTraceStore => {
    const connected = DRIVERS[driver](connect);
    const store = new PostgresTraceStore(connected.client, { ...options, schema });
    opened.push({ store, connected });
    return store;
  };
  const store = open();
  const client = opened[0]!.connected.client;
  await store.setup();
  return {
    schema,
    client,
    store,
    async peer() {
      const peer = open();
      // Connected before a case counts on its answering soon.
      await peer.lease("t");
      return peer;
    },
    async close() {
      for (const { store } of opened) await store.close();
      await client.query(`DROP SCHEMA ${schema} CASCADE`, []);
      for (const { connected } of opened) await connected.end();
    },
  };
}
