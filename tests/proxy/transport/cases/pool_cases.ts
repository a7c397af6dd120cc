import { assertEquals } from "@std/assert";
import { ManualClock } from "../../../../src/testing/manual_clock.ts";
import { ask, soon, textOf, type TransportCase, withServer } from "../support/transport_case.ts";

const HI = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi";

/** Answers after which a connection is not used again. */
const LAST: readonly (readonly [name: string, answer: string])[] = [
  ["that says so", "HTTP/1.1 200 OK\r\nConnection: x, Close\r\ncontent-length: 2\r\n\r\nhi"],
  ["of HTTP/1.0", "HTTP/1.0 200 OK\r\ncontent-length: 2\r\n\r\nhi"],
  ["with bytes after its end", `${HI}HTTP/1.1 200`],
  [
    "with bytes after its chunks",
    "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n!",
  ],
  ["with bytes after an empty body", "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\nhi"],
  [
    "of a server that waits for no more than a second",
    HI.replace("\r\n", "\r\nkeep-alive: timeout=1\r\n"),
  ],
];

const NOT_AGAIN: readonly TransportCase[] = LAST.map(([name, answer]) => ({
  name: `closes the connection of an answer ${name}`,
  async run(make) {
    await withServer(
      { make, onRequest: ({ socket }) => void socket.write(answer) },
      async (transport, server) => {
        for (let at = 1; at <= 2; at++) {
          await textOf((await ask(transport, server.url)).body);
          await soon(server.idle());
          assertEquals(server.opened, at);
        }
      },
    );
  },
}));

/** How long servers say that they wait, and whether a connection is used again after so long. */
const AGES: readonly (readonly [keepAlive: string, ms: number, isKept: boolean])[] = [
  ["", 3999, true],
  ["", 4000, false],
  ["keep-alive: timeout=3, max=100\r\n", 1999, true],
  ["keep-alive: timeout=3, max=100\r\n", 2000, false],
  ["Keep-Alive: max=5, Timeout=30\r\n", 28_000, true],
  ["keep-alive: timeout=600\r\n", 60_000, false],
];

const AGED: readonly TransportCase[] = AGES.map(([keepAlive, ms, isKept]) => ({
  name: `${isKept ? "uses" : "does not use"} a connection again after ${ms} ms` +
    (keepAlive === "" ? "" : ` of '${keepAlive.trim()}'`),
  async run(make) {
    const clock = new ManualClock();
    await withServer({
      make,
      onRequest: ({ socket }) => void socket.write(HI.replace("\r\n", `\r\n${keepAlive}`)),
      transportOptions: { clock },
    }, async (transport, server) => {
      await textOf((await ask(transport, server.url)).body);
      await clock.advance(ms);
      await textOf((await ask(transport, server.url)).body);
      assertEquals(server.opened, isKept ? 1 : 2);
    });
  },
}));

/** How connections are kept. */
export const POOL_CASES: readonly TransportCase[] = [
  ...NOT_AGAIN,
  ...AGED,
  {
    name: "uses a connection again once the body was read, whatever is aborted or cancelled then",
    async run(make) {
      await withServer(
        {
          make,
          onRequest: ({ socket }) => void socket.write(`HTTP/1.1 100 Continue\r\n\r\n${HI}`),
        },
        async (transport, server) => {
          for (let at = 0; at < 3; at++) {
            const stop = new AbortController();
            const post = { method: "POST", body: `${at}`, signal: stop.signal };
            const { body } = await ask(transport, server.url, post);
            assertEquals(await textOf(body), "hi");
            stop.abort();
            body.cancel();
          }
          assertEquals([server.requests.length, server.opened], [3, 1]);
        },
      );
    },
  },
  {
    name: "does not use a connection again that the upstream closed",
    async run(make) {
      const clock = new ManualClock();
      let leave = () => {};
      await withServer({
        make,
        onRequest: ({ socket }) => {
          socket.write(HI);
          leave = () => void socket.end();
        },
        transportOptions: { clock },
      }, async (transport, server) => {
        await textOf((await ask(transport, server.url)).body);
        leave();
        await soon(server.idle());
        assertEquals(await textOf((await ask(transport, server.url)).body), "hi");
        assertEquals([server.requests.length, server.opened], [2, 2]);
      });
    },
  },
  {
    name: "looks once more at a connection that was unused for a while",
    async run(make) {
      let now = 0;
      const clock = { now: () => now, sleep: new ManualClock().sleep.bind(new ManualClock()) };
      let leave = () => {};
      await withServer({
        make,
        onRequest: ({ socket }) => {
          socket.write(HI);
          leave = () => void socket.resetAndDestroy();
        },
        transportOptions: { clock },
      }, async (transport, server) => {
        await textOf((await ask(transport, server.url)).body);
        now += 1500;
        // Nothing that could tell of it runs in between.
        leave();
        assertEquals(await textOf((await ask(transport, server.url)).body), "hi");
        assertEquals([server.requests.length, server.opened], [2, 2]);
      });
    },
  },
  {
    name: "has a connection for each request that runs, and uses them all again",
    async run(make) {
      const waiting: (() => void)[] = [];
      await withServer({
        make,
        onRequest: ({ socket }) => {
          waiting.push(() => void socket.write(HI));
          if (waiting.length === 10) waiting.splice(0).forEach((answer) => answer());
        },
      }, async (transport, server) => {
        for (let round = 0; round < 3; round++) {
          const answers = Array.from({ length: 10 }, () => ask(transport, server.url));
          for (const { body } of await Promise.all(answers)) await textOf(body);
        }
        assertEquals([server.requests.length, server.opened], [30, 10]);
      });
    },
  },
  {
    name: "closes what it keeps, and keeps nothing from then on",
    async run(make) {
      let answer = () => {};
      await withServer({
        make,
        onRequest: ({ socket, request }) => {
          if (request.includes("/late")) answer = () => void socket.write(HI);
          else socket.write(HI);
        },
      }, async (transport, server) => {
        await textOf((await ask(transport, server.url)).body);
        transport.close();
        await soon(server.idle());
        const late = ask(transport, `${server.url}/late`);
        while (server.requests.length < 2) await new Promise((next) => setTimeout(next, 0));
        transport.close();
        answer();
        assertEquals(await textOf((await late).body), "hi");
        await soon(server.idle());
      });
    },
  },
];
