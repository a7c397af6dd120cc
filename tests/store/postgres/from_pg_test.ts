import { assertEquals, assertRejects } from "@std/assert";
import { fromPg, type PgPool } from "../../../src/store/postgres/from_pg.ts";

/** A pool of one connection that fails at what a test says, and keeps what it is told. */
function poolThatFailsAt(...faults: readonly string[]) {
  const asked: string[] = [];
  const released: (boolean | undefined)[] = [];
  let isBusy = false;
  const query = async (text: string) => {
    if (isBusy) throw new Error("the driver is asked while it is busy");
    isBusy = true;
    await Promise.resolve();
    isBusy = false;
    asked.push(text);
    if (faults.includes(text)) throw new Error(`${text} failed`);
    return { rows: [{ text }], command: text };
  };
  const pool: PgPool = {
    query,
    connect: () =>
      Promise.resolve({ query, on: () => {}, release: (destroy) => released.push(destroy) }),
  };
  return { pool, asked, released };
}

Deno.test("fromPg() runs the statements of a transaction in turn, and gives the connection back", async () => {
  const { pool, asked, released } = poolThatFailsAt();
  const rows = await fromPg(pool).transaction(async (query) =>
    await Promise.all([query("one", []), query("two", [1])])
  );
  assertEquals(rows, [[{ text: "one" }], [{ text: "two" }]]);
  assertEquals(asked, ["BEGIN", "one", "two", "COMMIT"]);
  assertEquals(released, [false]);
});

Deno.test("fromPg() rolls back where a statement fails, and hands its error on", async () => {
  const { pool, asked, released } = poolThatFailsAt("one");
  const run = () =>
    fromPg(pool).transaction((query) => Promise.all([query("one", []), query("two", [])]));
  await assertRejects(run, Error, "one failed");
  assertEquals(asked, ["BEGIN", "one", "two", "ROLLBACK"]);
  assertEquals(released, [false]);
});

Deno.test("fromPg() closes a connection whose transaction it could not end", async () => {
  for (const faults of [["COMMIT", "ROLLBACK"], ["BEGIN", "ROLLBACK"]]) {
    const { pool, released } = poolThatFailsAt(...faults);
    const run = () => fromPg(pool).transaction(() => Promise.resolve(1));
    await assertRejects(run, Error, `${faults[0]} failed`);
    assertEquals(released, [true]);
  }
});

Deno.test("fromPg() gives the connection back when it cannot listen, and when it listens no more", async () => {
  const broken = poolThatFailsAt("LISTEN channel");
  const changes: boolean[] = [];
  const listenTo = (pool: PgPool) =>
    fromPg(pool).listen?.("channel", () => {}, (listening) => changes.push(listening));
  await assertRejects(async () => await listenTo(broken.pool), Error, "LISTEN channel failed");
  assertEquals([broken.released, changes], [[true], [false]]);
  const sound = poolThatFailsAt();
  const end = await listenTo(sound.pool);
  await end?.();
  await end?.();
  assertEquals([sound.released, changes], [[true], [false, true, false]]);
});
