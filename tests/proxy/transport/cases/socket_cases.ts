import { assertEquals } from "@std/assert";
import { ManualClock } from "../../../../src/testing/manual_clock.ts";
import { TEST_CERTIFICATE } from "../support/certificate.ts";
import type { RawConnection } from "../support/raw_server.ts";
import {
  ask,
  codeOf,
  reasonOf,
  soon,
  textOf,
  type TransportCase,
  withServer,
} from "../support/transport_case.ts";

const HI = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi";

function sayHi({ socket }: RawConnection): void {
  socket.write(HI);
}

/** What the transport over sockets does beside. */
export const SOCKET_CASES: readonly TransportCase[] = [
  {
    name: "sends a POST once when a connection kept open is reset after it was read",
    async run(make) {
      await withServer({
        make,
        onRequest: ({ socket, turn }) => {
          if (turn === 1) socket.write(HI);
          else socket.resetAndDestroy();
        },
      }, async (transport, server) => {
        const post = { method: "POST", body: "pay" };
        await textOf((await ask(transport, server.url, post)).body);
        assertEquals(await codeOf(ask(transport, server.url, post)), "network");
        await soon(server.idle());
        assertEquals([server.requests.length, server.opened], [2, 1]);
      });
    },
  },
  {
    name: "answers as soon as the upstream does, before a large request is wholly sent",
    async run(make) {
      const large = new Uint8Array(32 * 1024 * 1024);
      let readOn = () => {};
      await withServer({
        make,
        onRequest: () => {},
        options: {
          onConnection: (socket) => {
            socket.once("data", () => {
              socket.pause();
              readOn = () => void socket.removeAllListeners("data").resume();
              socket.write("HTTP/1.1 413 Too Large\r\ncontent-length: 3\r\n\r\nbig");
            });
          },
        },
      }, async (transport, server) => {
        const { status, body } = await ask(transport, server.url, { method: "POST", body: large });
        assertEquals([status, await textOf(body)], [413, "big"]);
        // The rest is not sent to a server that may want none of it.
        readOn();
        await soon(server.idle());
      });
    },
  },
  {
    name: "makes the upstream wait while nobody reads",
    async run(make) {
      const packet = new Uint8Array(64 * 1024);
      let sent = 0;
      let stalled = () => {};
      const hasStalled = new Promise<void>((resolve) => stalled = resolve);
      await withServer({
        make,
        onRequest: ({ socket }) => {
          socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${1024 * packet.length}\r\n\r\n`);
          const fill = () => {
            while (sent < 1024 && socket.write(packet)) sent++;
            stalled();
          };
          socket.on("drain", fill);
          fill();
        },
      }, async (transport, server) => {
        const { body } = await ask(transport, server.url);
        await hasStalled;
        // What the kernel holds differs; without a limit the whole would be sent in these turns.
        for (let turn = 0; turn < 200; turn++) await new Promise((next) => setTimeout(next, 0));
        const ahead = sent;
        assertEquals(ahead < 512, true, `${ahead} packets are on the way`);
        let length = 0;
        for (let part = await body.read(); part !== null; part = await soon(body.read())) {
          length += part.length;
        }
        assertEquals(length, 1024 * packet.length);
      });
    },
  },
  {
    name: "gives up connecting when it takes too long",
    async run(make) {
      const clock = new ManualClock();
      let opened = () => {};
      const isOpen = new Promise<void>((resolve) => opened = resolve);
      await withServer({
        make,
        onRequest: () => {},
        options: { onConnection: () => opened() },
        transportOptions: { clock },
      }, async (transport, server) => {
        // Nobody answers the handshake.
        const url = server.url.replace("http:", "https:");
        const code = codeOf(ask(transport, url, { connectMs: 500 }));
        await isOpen;
        await clock.advance(500);
        assertEquals(await code, "connect_timeout");
        await soon(server.idle());
      });
    },
  },
  {
    name: "closes the connection when it is aborted while it connects",
    async run(make) {
      const stop = new AbortController();
      await withServer({
        make,
        onRequest: () => {},
        options: { onConnection: () => stop.abort("Enough") },
      }, async (transport, server) => {
        const url = server.url.replace("http:", "https:");
        assertEquals(await reasonOf(ask(transport, url, { signal: stop.signal })), "Enough");
        await soon(server.idle());
      });
    },
  },
  {
    name: "speaks TLS, to those alone whose certificate it trusts",
    async run(make) {
      await withServer(
        {
          make,
          onRequest: sayHi,
          options: { isSecure: true },
          transportOptions: { ca: [TEST_CERTIFICATE] },
        },
        async (transport, server) => {
          for (let at = 0; at < 2; at++) {
            assertEquals(await textOf((await ask(transport, server.url)).body), "hi");
          }
          assertEquals(server.requests.length, 2);
          assertEquals(server.opened, 1);
          const wary = make();
          assertEquals(await codeOf(ask(wary, server.url)), "connect");
          wary.close();
        },
      );
    },
  },
  {
    name: "sends nothing when a header is none, or is the transport's own",
    async run(make) {
      await withServer({ make, onRequest: sayHi }, async (transport, server) => {
        const wrong = [
          { "x-a": "b\r\nx-c: d" },
          { "x-a": "b\nx-c: d" },
          { "x-a": "\0" },
          { "x-a": "\u{20ac}" },
          { "x a": "b" },
          { "x-a:": "b" },
          { "": "b" },
          { "x-a\r\nx-b": "b" },
          { "Content-Length": "5" },
          { "transfer-encoding": "chunked" },
          { "host": "other" },
          { "connection": "upgrade" },
        ];
        for (const headers of wrong) {
          assertEquals(await codeOf(ask(transport, server.url, { headers })), "protocol");
        }
        assertEquals(await codeOf(ask(transport, server.url, { method: "GET / X" })), "protocol");
        assertEquals(server.opened, 0);
      });
    },
  },
];
