import { assertEquals } from "@std/assert";
import type { RedisClient } from "../../../src/proxy/state/redis/redis_client.ts";
import { RedisConnection } from "../../../src/proxy/state/redis/redis_connection.ts";
import { ManualClock } from "../../../src/testing/manual_clock.ts";

/** A server that does what a test says. */
class FakeServer {
  isThere = true;
  /** Whether commands are answered; they wait otherwise. */
  isAnswering = true;
  /** After which time, by the clock of the machine. */
  answerMs: number | undefined;
  readonly asked: string[] = [];
  readonly #ends = new Set<() => void>();
  connects = 0;

  readonly client = (): Promise<RedisClient> => {
    const listeners: (() => void)[] = [];
    const end = () => listeners.forEach((listener) => listener());
    return Promise.resolve({
      connect: () => {
        this.connects++;
        if (!this.isThere) return Promise.reject(new Error("no such user: me, secret%word"));
        this.#ends.add(end);
        return Promise.resolve();
      },
      sendCommand: (args) => {
        this.asked.push(args.join(" "));
        if (args[0] === "FAIL") return Promise.reject(new Error("refused"));
        const { answerMs } = this;
        if (answerMs !== undefined) {
          return new Promise((resolve) => setTimeout(() => resolve("answer"), answerMs));
        }
        return this.isAnswering ? Promise.resolve("answer") : new Promise(() => {});
      },
      subscribe: () => Promise.resolve(),
      on: (_event, listener) => listeners.push(listener),
      destroy: () => void (this.#ends.delete(end) && end()),
    });
  };

  /** Ends all connections. */
  drop(): void {
    for (const end of this.#ends) end();
    this.#ends.clear();
  }
}

async function made(isThere = true) {
  const server = new FakeServer();
  server.isThere = isThere;
  const clock = new ManualClock();
  const told: string[] = [];
  let ups = 0;
  const connection = new RedisConnection({
    url: "redis://me:secret%25word@host:1",
    channel: "c",
    timeoutMs: 50,
    clock,
    client: server.client,
    onUp: () => void ups++,
    onMessage: () => {},
    warn: (message) => told.push(message),
  });
  await clock.advance(0);
  return { server, clock, told, connection, ups: () => ups };
}

const patience = () => ({ leftMs: 50 });

Deno.test("a connection is made again when it ended, and that is told once each time", async () => {
  const { server, clock, told, connection, ups } = await made();
  assertEquals([connection.isUp, ups(), told], [true, 1, []]);
  server.isThere = false;
  server.drop();
  await clock.advance(0);
  assertEquals([connection.isUp, connection.isQuick], [false, false]);
  assertEquals(await connection.ask(["GET"], patience()), undefined);
  assertEquals(await connection.send(["GET"]), undefined);
  await clock.advance(10_000);
  assertEquals(told, [
    "Redis at host:1 is gone (the connection ended): the proxy goes on by what it knows itself",
  ]);
  server.isThere = true;
  await clock.advance(1000);
  assertEquals([connection.isUp, ups()], [true, 2]);
  assertEquals(told.slice(1), ["Redis at host:1 is there again: the proxy shares its state"]);
  await connection.close();
});

Deno.test("tries to connect become rarer, up to one a second", async () => {
  const { server, clock, connection } = await made();
  server.isThere = false;
  server.drop();
  await clock.advance(100 + 200 + 400 + 800);
  const { connects } = server;
  await clock.advance(10_000);
  assertEquals(server.connects - connects, 10);
  await connection.close();
});

Deno.test("what failed is told without user and password", async () => {
  const { server, clock, connection } = await made();
  const told: string[] = [];
  server.isThere = false;
  const other = new RedisConnection({
    url: "redis://me:secret%25word@host:1",
    channel: "c",
    timeoutMs: 50,
    clock,
    client: server.client,
    onUp: () => {},
    onMessage: () => {},
    warn: (message) => told.push(message),
  });
  await clock.advance(0);
  assertEquals(told, [
    "Redis at host:1 is gone (no such user: ***, ***): the proxy goes on by what it knows itself",
  ]);
  await other.close();
  await connection.close();
});

Deno.test("a request waits for as long as it may, and none after it until an answer is in time", async () => {
  const { server, clock, connection } = await made();
  const mine = patience();
  assertEquals(await connection.ask(["GET"], mine), "answer");
  server.isAnswering = false;
  const waiting = connection.ask(["GET"], mine);
  let isOver = false;
  waiting.then(() => isOver = true);
  await clock.advance(45);
  assertEquals(isOver, false);
  await clock.advance(5);
  assertEquals([await waiting, connection.isQuick, connection.isUp], [undefined, false, true]);
  const { length } = server.asked;
  assertEquals(await connection.ask(["GET"], patience()), undefined);
  assertEquals(server.asked.length, length);
  server.isAnswering = true;
  assertEquals(await connection.send(["PING"]), "answer");
  assertEquals(await connection.ask(["GET"], patience()), "answer");
  await connection.close();
});

Deno.test("a server that is late is told of, once a minute, with how often it was", async () => {
  const { server, clock, told, connection } = await made();
  server.isAnswering = false;
  const waiting = connection.ask(["GET"], patience());
  await clock.advance(50);
  await waiting;
  for (let index = 0; index < 4; index++) await connection.ask(["GET"], patience());
  assertEquals(told, []);
  await clock.advance(1000);
  const late = (count: number) =>
    `Redis at host:1 is late (more than 50 ms): ${count} times a request went on without it, ` +
    "with the whole of each limit";
  assertEquals([told, connection.missed], [[late(5)], 5]);
  await connection.ask(["GET"], patience());
  await connection.ask(["GET"], patience());
  await clock.advance(59_000);
  assertEquals(told.length, 1);
  await clock.advance(10_000);
  assertEquals([told, connection.missed], [[late(5), late(2)], 7]);
  await clock.advance(300_000);
  assertEquals(told.length, 2);
  await connection.close();
});

Deno.test("a server that is gone is told of as that, and not as late", async () => {
  const { server, clock, told, connection } = await made();
  server.isThere = false;
  server.drop();
  await clock.advance(0);
  await connection.ask(["GET"], patience());
  await clock.advance(5000);
  assertEquals([told.length, connection.missed], [1, 1]);
  await connection.close();
});

Deno.test("the first try to connect is over when it came to something, well or not", async () => {
  for (const isThere of [true, false]) {
    const { connection } = await made(isThere);
    await connection.tried;
    assertEquals(connection.isUp, isThere);
    await connection.close();
  }
});

Deno.test("a request that has no patience left is not kept waiting", async () => {
  const { server, connection } = await made();
  assertEquals(await connection.ask(["GET"], { leftMs: 0 }), undefined);
  assertEquals(server.asked, []);
  await connection.close();
});

Deno.test("what a request waited for is taken off its patience, whatever the proxy's clock says", async () => {
  const { server, connection } = await made();
  server.answerMs = 20;
  const mine = patience();
  assertEquals(await connection.ask(["GET"], mine), "answer");
  assertEquals(mine.leftMs < 40, true, `${mine.leftMs}`);
  await connection.close();
});

Deno.test("a command that fails gives nothing, and the connection stays", async () => {
  const { connection } = await made();
  assertEquals(await connection.send(["FAIL"]), undefined);
  assertEquals(await connection.ask(["FAIL"], patience()), undefined);
  assertEquals([connection.isUp, connection.isQuick], [true, true]);
  await connection.close();
});

Deno.test("a server that says nothing any more is connected to anew", async () => {
  const { server, clock, connection, ups } = await made();
  server.isAnswering = false;
  const sent = connection.send(["GET"]);
  await clock.advance(5000);
  assertEquals(await sent, undefined);
  await clock.advance(1000);
  assertEquals([connection.isUp, ups()], [true, 2]);
  await connection.close();
});
