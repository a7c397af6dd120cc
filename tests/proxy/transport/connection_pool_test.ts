import { assertEquals } from "@std/assert";
import type { Connection } from "../../../src/proxy/transport/connection.ts";
import { ConnectionPool } from "../../../src/proxy/transport/connection_pool.ts";
import { ManualClock } from "../../../src/testing/manual_clock.ts";

/** A connection that notes what is done to it. */
class Noted {
  readonly done: string[] = [];
  isQuiet = true;
  onStir: (() => void) | undefined;

  hold(isHeld: boolean): void {
    this.done.push(isHeld ? "hold" : "let go");
  }

  destroy(): void {
    this.done.push("destroy");
    this.isQuiet = false;
    this.onStir?.();
  }

  get asConnection(): Connection {
    return this as unknown as Connection;
  }
}

Deno.test("ConnectionPool lets the process end while a connection waits, and not while it is used", () => {
  const pool = new ConnectionPool(new ManualClock());
  const connection = new Noted();
  pool.give("a", connection.asConnection, 1000);
  assertEquals(connection.done, ["let go"]);
  assertEquals(pool.take("a")?.connection, connection.asConnection);
  assertEquals(connection.done, ["let go", "hold"]);
  assertEquals(pool.take("a"), undefined);
});

Deno.test("ConnectionPool gives only those of the origin, the last used first", () => {
  const pool = new ConnectionPool(new ManualClock());
  const [first, second] = [new Noted(), new Noted()];
  pool.give("a", first.asConnection, 1000);
  pool.give("a", second.asConnection, 1000);
  assertEquals(pool.take("b"), undefined);
  assertEquals(pool.take("a")?.connection, second.asConnection);
  assertEquals(pool.take("a")?.connection, first.asConnection);
});

Deno.test("ConnectionPool closes a connection at once that stirs while it waits", () => {
  const pool = new ConnectionPool(new ManualClock());
  const connection = new Noted();
  pool.give("a", connection.asConnection, 1000);
  connection.isQuiet = false;
  connection.onStir?.();
  assertEquals(connection.done, ["let go", "destroy"]);
  assertEquals(pool.take("a"), undefined);
});

Deno.test("ConnectionPool keeps 128 connections to an origin, and closes the oldest", () => {
  const pool = new ConnectionPool(new ManualClock());
  const all = Array.from({ length: 129 }, () => new Noted());
  for (const connection of all) pool.give("a", connection.asConnection, 1000);
  assertEquals(all.filter(({ done }) => done.includes("destroy")), [all[0]!]);
});

Deno.test("ConnectionPool gives none that is too old, also just after it looked", async () => {
  const clock = new ManualClock();
  const pool = new ConnectionPool(clock);
  const connection = new Noted();
  await clock.advance(1000);
  pool.take("b");
  await clock.advance(500);
  pool.give("a", connection.asConnection, 1000);
  await clock.advance(500);
  pool.take("b");
  await clock.advance(500);
  assertEquals(pool.take("a"), undefined);
  assertEquals(connection.done, ["let go", "destroy"]);
});

Deno.test("ConnectionPool closes what is too old when any other is asked for", async () => {
  const clock = new ManualClock();
  const pool = new ConnectionPool(clock);
  const connection = new Noted();
  pool.give("a", connection.asConnection, 1000);
  await clock.advance(1000);
  pool.take("b");
  assertEquals(connection.done, ["let go", "destroy"]);
});
