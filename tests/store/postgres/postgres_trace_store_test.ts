import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import type { PostgresClient, PostgresQuery } from "../../../src/store/postgres/postgres_client.ts";
import { PostgresTraceStore } from "../../../src/store/postgres/postgres_trace_store.ts";
import type { Lease } from "../../../src/store/trace_store.ts";
import { systemClock } from "../../../src/clock.ts";
import { codeOf, note, payloads } from "../support/notes.ts";
import {
  DRIVERS,
  NO_POSTGRES,
  type OpenedPostgres,
  openPostgres,
} from "../support/postgres_server.ts";

function postgresTest(name: string, run: (opened: OpenedPostgres) => Promise<void>): void {
  const reason = NO_POSTGRES === undefined ? "" : ` (${NO_POSTGRES})`;
  const drivers = Object.keys(DRIVERS) as (keyof typeof DRIVERS)[];
  for (const driver of drivers) {
    Deno.test({
      name: `PostgresTraceStore by ${driver} ${name}${reason}`,
      ignore: NO_POSTGRES !== undefined,
      async fn() {
        const opened = await openPostgres(driver);
        try {
          await run(opened);
        } finally {
          await opened.close();
        }
      },
    });
  }
}

/** PostgreSQL's code for a row that another transaction holds. */
const LOCK_NOT_AVAILABLE = "55P03";

/** A client whose writes wait, in the middle of their transaction. */
class PausedWrites {
  /** Resolves when a write waits. */
  readonly reached: Promise<void>;
  /** Lets writes go on. */
  proceed: () => void = () => {};
  /** The client. */
  readonly client: PostgresClient;

  constructor({ query, transaction }: PostgresClient) {
    let reach = (): void => {};
    this.reached = new Promise((resolve) => reach = resolve);
    const until = new Promise<void>((resolve) => this.proceed = resolve);
    const paused = (inner: PostgresQuery): PostgresQuery => async (text, values) => {
      if (text.includes("WITH grown")) {
        reach();
        await until;
      }
      return await inner(text, values);
    };
    this.client = { query, transaction: (run) => transaction((inner) => run(paused(inner))) };
  }
}

postgresTest(
  "lets nobody read under a new lease before the old owner's append is seen",
  async ({ client, schema, store }) => {
    const writes = new PausedWrites(client);
    const slow = new PostgresTraceStore(writes.client, { schema, notify: false });
    await store.append("t", [note("a", 1)]);
    const old = await store.acquire("t", "old", 1000);
    const append = slow.append("t", [note("a", 2)], { lease: old });
    let isTaken = false;
    let taking: Promise<Lease> | undefined;
    try {
      await writes.reached;
      while (await store.lease("t") !== undefined) await systemClock.sleep(50);
      taking = store.acquire("t", "new", 60_000);
      taking.then(() => isTaken = true);
      await systemClock.sleep(100);
      assertEquals(isTaken, false, "an append under the old lease is still on its way");
      // Nor can the lease's row be changed by hand.
      const byHand = `SELECT 1 FROM ${schema}.leases WHERE thread = 't' FOR UPDATE NOWAIT`;
      assertEquals(await codeOf(client.query(byHand, [])), LOCK_NOT_AVAILABLE);
    } finally {
      writes.proceed();
      await append;
    }
    const lease = await taking;
    assertEquals(await payloads(store.read("t")), [1, 2]);
    await store.append("t", [note("a", 3)], { lease, expected: 2 });
  },
);

postgresTest(
  "refuses a lease that ended while the append waited for its turn",
  async ({ client, schema, store }) => {
    await store.append("t", [note("a", 1)]);
    const lease = await store.acquire("t", "me", 200);
    let refused: Promise<unknown> | undefined;
    await client.transaction(async (query) => {
      await query("SELECT pg_advisory_xact_lock(hashtextextended($1::text, 0))", [`${schema}:t`]);
      refused = codeOf(store.append("t", [note("a", 2)], { lease }));
      await systemClock.sleep(400);
    });
    assertEquals(await refused, "LEASE_EXPIRED");
    assertEquals(await payloads(store.read("t")), [1]);
  },
);

postgresTest(
  "keeps events as text, which jsonb would refuse or change",
  async ({ client, schema, store }) => {
    const odd = { "\0": "\0", "b": ["\ud800", -0, 1e308], "a": "\\u0000", "": null };
    await store.append("t", [note("a", odd)]);
    const [entry] = await payloads(store.read("t"));
    assertEquals(entry, { ...odd, b: ["\ud800", 0, 1e308] });
    assertEquals(Object.keys(entry as object), ["\0", "b", "a", ""]);
    const [column] = await client.query(
      "SELECT data_type FROM information_schema.columns WHERE table_schema = $1::text AND column_name = 'body'",
      [schema],
    );
    assertEquals(column?.["data_type"], "text");
  },
);

postgresTest(
  "tells ids apart that collations hold for one, and refuses those it cannot keep",
  async ({ store }) => {
    const ids = ["a", "A", "a ", "é", "e\u0301", "%", "_"];
    for (const id of ids) await store.append(id, [note("a", id)], { expected: 0 });
    for (const id of ids) assertEquals(await payloads(store.read(id)), [id]);
    assertEquals(await codeOf(store.append("a\0", [note("a", 1)])), "INVALID_EVENT");
    assertEquals(await codeOf(store.acquire("a", "\ud800", 100)), "INVALID_EVENT");
    const lease = await store.acquire("a", "me", 1000);
    assertEquals(await codeOf(store.renew({ ...lease, token: "\0" }, 1000)), "LEASE_EXPIRED");
    await store.release({ ...lease, token: "\0" });
  },
);

postgresTest("gives tokens that grow over releases and deletes", async ({ store, peer }) => {
  const other = await peer();
  const tokens: string[] = [];
  for (let turn = 0; turn < 12; turn++) {
    const lease = await (turn % 2 === 0 ? store : other).acquire("t", `owner ${turn}`, 1000);
    tokens.push(lease.token);
    await (turn % 3 === 0 ? store.delete("t") : store.release(lease));
  }
  assertEquals(tokens, [...tokens].sort());
  assertEquals(new Set(tokens).size, tokens.length);
});

postgresTest("can be set up by several at once", async ({ store, peer }) => {
  const peers = await Promise.all([peer(), peer(), peer()]);
  await Promise.all([store, ...peers].map((one) => one.setup()));
  await peers[0]!.append("t", [note("a", 1)]);
  assertEquals(await payloads(store.read("t")), [1]);
});

postgresTest(
  "gives a follower what is written after its listener was cut off",
  async ({ client, schema, store, peer }) => {
    const writer = await peer();
    await writer.append("t", [note("a", 1)]);
    const follower = store.read("t", { follow: true, after: 1 });
    for (let turn = 2; turn < 5; turn++) {
      const waiting = follower.next();
      await systemClock.sleep(50);
      await client.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND query ILIKE $1::text",
        [`listen%${schema}%`],
      );
      await writer.append("t", [note("a", turn)]);
      assertEquals((await waiting).value?.event.payload, turn);
    }
    await follower.return?.();
  },
);

postgresTest(
  "takes no transaction for committed that the server rolled back",
  async ({ client, schema }) => {
    const insert = `INSERT INTO ${schema}.threads (id, position, next) VALUES ('t', 0, '')`;
    await assertRejects(() =>
      client.transaction(async (query) => {
        await query(insert, []);
        await query("SELECT 1 / 0", []).catch(() => {});
      })
    );
    assertEquals((await client.query(`SELECT id FROM ${schema}.threads`, [])).length, 0);
  },
);

postgresTest("refuses tables of a later version", async ({ client, schema, store }) => {
  await client.query(`UPDATE ${schema}.version SET version = 2`, []);
  await assertRejects(() => store.setup(), Error, "must be of version 1: they are of 2");
});

Deno.test("PostgresTraceStore refuses options that cannot be", () => {
  const client: PostgresClient = {
    query: () => Promise.resolve([]),
    transaction: (run) => run(client.query),
  };
  for (const schema of ["", "1a", "A", 'a"b', "a".repeat(49)]) {
    assertThrows(() => new PostgresTraceStore(client, { schema }), RangeError, "'schema'");
  }
  assertThrows(() => new PostgresTraceStore(client, { pollMs: -1 }), RangeError, "'pollMs'");
  assert(new PostgresTraceStore(client));
});
