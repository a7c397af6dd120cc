/** Every store does what the one in memory does, whatever is asked of it. */
import fc from "fast-check";
import { DenoKvTraceStore } from "../../src/store/kv/deno_kv_trace_store.ts";
import { MemoryTraceStore } from "../../src/store/memory_trace_store.ts";
import { SqliteTraceStore } from "../../src/store/sqlite/sqlite_trace_store.ts";
import { ManualClock } from "../../src/testing/manual_clock.ts";
import { systemClock } from "../../src/clock.ts";
import { compareStores, steps } from "./support/differential.ts";
import { NO_POSTGRES, openPostgres } from "./support/postgres_server.ts";

Deno.test("SqliteTraceStore does what MemoryTraceStore does", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (run) => {
      const clock = new ManualClock(0);
      const sqlite = await SqliteTraceStore.open(":memory:", { clock });
      try {
        const stores = [new MemoryTraceStore({ clock }), sqlite] as const;
        await compareStores(stores, run, (ms) => clock.advance(ms), true);
      } finally {
        sqlite.close();
      }
    }),
    { numRuns: 150 },
  );
});

Deno.test("DenoKvTraceStore does what MemoryTraceStore does", async () => {
  const kv = await Deno.openKv(":memory:");
  let runs = 0;
  try {
    await fc.assert(
      fc.asyncProperty(steps, async (run) => {
        const clock = new ManualClock(0);
        const ours = new DenoKvTraceStore(kv, { clock, prefix: [runs++] });
        const stores = [new MemoryTraceStore({ clock }), ours] as const;
        await compareStores(stores, run, (ms) => clock.advance(ms), true);
      }),
      { numRuns: 150 },
    );
  } finally {
    kv.close();
  }
});

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
