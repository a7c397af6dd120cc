/** A proxy that gives each transaction any of a few connections stands between the store and PostgreSQL. */
import { assertEquals } from "@std/assert";
import { runContract } from "../../../src/testing/contract/run_contract.ts";
import { traceStoreContract } from "../../../src/testing/contract/trace_store_contract.ts";
import { NO_PGBOUNCER, startPgBouncer } from "../support/pgbouncer.ts";
import {
  DRIVERS as DRIVER_CLIENTS,
  NO_POSTGRES,
  openPostgres,
} from "../support/postgres_server.ts";

const NONE = NO_POSTGRES ?? NO_PGBOUNCER;

/** What must be said behind such a proxy: nobody hears NOTIFY there, and it knows no prepared statements. */
const DRIVERS = [
  { driver: "npm:postgres", connect: { prepare: false }, options: { notify: true, pollMs: 100 } },
  { driver: "npm:pg", connect: {}, options: { notify: false, pollMs: 20 } },
] as const;

for (const { driver, connect, options } of DRIVERS) {
  const { notify } = options;
  Deno.test({
    name: `PostgresTraceStore by ${driver}, notify: ${notify}, keeps the contract behind PgBouncer${
      NONE === undefined ? "" : ` (${NONE})`
    }`,
    ignore: NONE !== undefined,
    async fn() {
      const { url, stop } = await startPgBouncer();
      try {
        const open = async () => {
          const { store, peer, close } = await openPostgres(driver, options, { ...connect, url });
          return { store, peer, skewed: peer, reopen: peer, close };
        };
        const cases = traceStoreContract(open, { leaseMs: 300, stressMs: 100 });
        const { results } = await runContract(cases, { concurrency: 8 });
        const odd = results.filter(({ verdict }) => verdict !== "passed");
        assertEquals(odd.map(({ name, message, reason }) => [name, message ?? reason]), []);
        assertEquals(results.length, cases.length);
      } finally {
        await stop();
      }
    },
  });
}

Deno.test({
  name: `What npm:postgres says has landed is there, though it was not told of PgBouncer${
    NONE === undefined ? "" : ` (${NONE})`
  }`,
  ignore: NONE !== undefined,
  async fn() {
    const { client, schema, close } = await openPostgres("npm:pg");
    const { url, stop } = await startPgBouncer();
    const told = DRIVER_CLIENTS["npm:postgres"]({ url });
    const landed: string[] = [];
    const write = async (id: string) => {
      // Without values, so that nothing is prepared but what the driver says by itself.
      const insert = `INSERT INTO ${schema}.threads (id, position, next) VALUES ('${id}', 0, '')`;
      await told.client.transaction((query) => query(insert, []));
      landed.push(id);
    };
    try {
      await Promise.all(Array.from({ length: 8 }, async (_, writer) => {
        // What is refused may have landed or not.
        for (let count = 0; count < 40; count++) await write(`${writer}-${count}`).catch(() => {});
      }));
      const rows = await client.query(`SELECT id FROM ${schema}.threads`, []);
      const there = new Set(rows.map(({ id }) => id));
      assertEquals(landed.filter((id) => !there.has(id)), []);
      assertEquals(landed.length > 0, true);
    } finally {
      await told.end();
      await stop();
      await close();
    }
  },
});
