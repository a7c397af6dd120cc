/** Every store does what the one in memory does, whatever is asked of it. */
import fc from "fast-check";
import { DatabaseSync } from "node:sqlite";
import { DenoKvTraceStore } from "../../src/store/kv/deno_kv_trace_store.ts";
import { MemoryTraceStore } from "../../src/store/memory_trace_store.ts";
import type { SqliteDatabase } from "../../src/store/sqlite/sqlite_database.ts";
import { SqliteTraceStore } from "../../src/store/sqlite/sqlite_trace_store.ts";
import { ManualClock } from "../../src/testing/manual_clock.ts";
import { systemClock } from "../../src/clock.ts";
import { compareStores, inTurns, steps } from "./support/differential.ts";
import { NO_POSTGRES, openPostgres } from "./support/postgres_server.ts";

/** How many stores are on the database, and how often steps are run. */
const HANDLES = [{ handles: 1, numRuns: 150 }, { handles: 2, numRuns: 150 }];

for (const { handles, numRuns } of HANDLES) {
  const name = handles === 1 ? "SqliteTraceStore does" : "Two of SqliteTraceStore in turns do";
  Deno.test(`${name} what MemoryTraceStore does`, async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (run) => {
        const clock = new ManualClock(0);
        const db = new DatabaseSync(":memory:") as unknown as SqliteDatabase;
        const stores = Array.from({ length: handles }, () => new SqliteTraceStore(db, { clock }));
        try {
          const pair = [new MemoryTraceStore({ clock }), inTurns(stores)] as const;
          await compareStores(pair, run, (ms) => clock.advance(ms), true);
        } finally {
          db.close();
        }
      }),
      { numRuns },
    );
  });
}

for (const { handles, numRuns } of HANDLES) {
  const name = handles === 1 ? "DenoKvTraceStore does" : "Two of DenoKvTraceStore in turns do";
  Deno.test(`${name} what MemoryTraceStore does`, async () => {
    const kv = await Deno.openKv(":memory:");
    let runs = 0;
    try {
      await fc.assert(
        fc.asyncProperty(steps, async (run) => {
          const clock = new ManualClock(0);
          const options = { clock, prefix: [runs++] };
          const stores = Array.from({ length: handles }, () => new DenoKvTraceStore(kv, options));
          const pair = [new MemoryTraceStore({ clock }), inTurns(stores)] as const;
          await compareStores(pair, run, (ms) => clock.advance(ms), true);
        }),
        { numRuns },
      );
    } finally {
      kv.close();
    }
  });
}

Deno.test({
  name: `PostgresTraceStore does what MemoryTraceStore does${
    NO_POSTGRES === undefined ? "" : ` (${NO_POSTGRES})`
  }`,
  ignore: NO_POSTGRES !== undefined,
  async fn() {
    const { store, client, schema, close } = await openPostgres("npm:postgres");
    // The server's clock cannot be moved, so leases are ended by hand.
    const expire =
      `UPDATE ${schema}.leases SET expires_at = expires_at - $1::float8 * interval '1 millisecond'`;
    const truncate = `TRUNCATE ${schema}.threads, ${schema}.entries, ${schema}.leases`;
    // So long that none ends by itself.
    const SCALE = 10_000;
    const slow = new Proxy(store, {
      get(target, name) {
        if (name === "acquire") {
          return (thread: string, owner: string, ttlMs: number) =>
            target.acquire(thread, owner, ttlMs * SCALE);
        }
        if (name === "renew") {
          return (lease: Parameters<typeof target.renew>[0], ttlMs: number) =>
            target.renew(lease, ttlMs * SCALE);
        }
        const member: unknown = Reflect.get(target, name);
        return typeof member === "function" ? member.bind(target) : member;
      },
    });
    try {
      await fc.assert(
        fc.asyncProperty(steps, async (run) => {
          await client.query(truncate, []);
          const clock = new ManualClock(systemClock.now());
          await compareStores([new MemoryTraceStore({ clock }), slow], run, async (ms) => {
            await clock.advance(ms);
            await client.query(expire, [ms * SCALE]);
          }, false);
        }),
        { numRuns: 25 },
      );
    } finally {
      await close();
    }
  },
});
