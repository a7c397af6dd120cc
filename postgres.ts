/**
 * Keeps threads of events in PostgreSQL, through `npm:postgres`, `npm:pg` or any other driver.
 *
 * @example A driver of one's own
 * ```ts
 * import type { PostgresClient } from "@wholeturn/wholeturn/postgres";
 * import { PostgresTraceStore } from "@wholeturn/wholeturn/postgres";
 * import { assertEquals } from "@std/assert";
 *
 * const asked: string[] = [];
 * const client: PostgresClient = {
 *   query: (text) => {
 *     asked.push(text);
 *     return Promise.resolve([]);
 *   },
 *   transaction: (run) => run(client.query),
 * };
 * const store = new PostgresTraceStore(client, { schema: "agents", notify: false });
 * assertEquals(await store.lease("thread"), undefined);
 * assertEquals(asked.length, 1);
 * ```
 *
 * @module
 */
export {
  PostgresTraceStore,
  type PostgresTraceStoreOptions,
} from "./src/store/postgres/postgres_trace_store.ts";
export { EngineTraceStore } from "./src/store/engine_trace_store.ts";
export { type StoreEngine } from "./src/store/store_engine.ts";
export { HeldBatch, type NextSeqs, type SealedBatch } from "./src/store/seal.ts";
export type { EntryPage, EntrySource, Hint } from "./src/store/entry_iterator.ts";
export {
  fromPg,
  type PgPool,
  type PgPoolClient,
  type PgResult,
  type PgRunner,
} from "./src/store/postgres/from_pg.ts";
export {
  fromPostgres,
  type PostgresJsQuery,
  type PostgresJsResult,
  type PostgresJsRunner,
  type PostgresJsSql,
} from "./src/store/postgres/from_postgres.ts";
export type {
  PostgresClient,
  PostgresQuery,
  PostgresRow,
  PostgresValue,
} from "./src/store/postgres/postgres_client.ts";
export type { DraftEvent, Entry, Json, SealedEvent } from "./src/store/trace_event.ts";
export type {
  AppendOptions,
  Lease,
  ReadOptions,
  ThreadsOptions,
  ThreadSummary,
  TraceStore,
} from "./src/store/trace_store.ts";
