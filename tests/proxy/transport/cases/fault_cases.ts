import { assertEquals } from "@std/assert";
import {
  ask,
  codeOf,
  reasonOf,
  soon,
  textOf,
  type TransportCase,
  withServer,
} from "../support/transport_case.ts";

const CHUNKED = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n";
const LENGTH = "HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n";

/** Bodies that stop before their end, by FIN and by RST. */
const CUTS: readonly TransportCase[] = [
  ["a body of a known length", LENGTH + "hello"],
  ["a chunk", CHUNKED + "a\r\nhello"],
  ["the chunks", CHUNKED + "5\r\nhello\r\n"],
].flatMap(([where, sent]) =>
  (["end", "resetAndDestroy"] as const).map((how) => ({
    name: `tells of a connection that is ${how === "end" ? "ended" : "reset"} within ${where}`,
    async run(make) {
      let cut = () => {};
      await withServer({
        make,
        onRequest: ({ socket }) => {
          socket.write(sent!);
          cut = () => void socket[how]();
        },
      }, async (transport, { url }) => {
        const { body } = await ask(transport, url);
        let text = "";
        while (text.length < 5) text += new TextDecoder().decode((await soon(body.read()))!);
        cut();
        assertEquals(await codeOf(soon(body.read())), "network");
        assertEquals(await codeOf(soon(body.read())), "network");
      });
    },
  }))
);

const UNANSWERED: readonly TransportCase[] = (["end", "resetAndDestroy"] as const).map((how) => ({
  name: `tells of a connection that is ${how === "end" ? "ended" : "reset"} before an answer`,
  async run(make) {
    await withServer(
      { make, onRequest: ({ socket }) => void socket[how]() },
      async (transport, { url }) => {
        assertEquals(await codeOf(ask(transport, url, { method: "POST", body: "x" })), "network");
      },
    );
  },
}));

/** What every transport does when something goes wrong. */
export const FAULT_CASES: readonly TransportCase[] = [
  ...CUTS,
  ...UNANSWERED,
  {
    name: "tells of a connection that is refused",
    async run(make) {
      let gone = "";
      await withServer({ make, onRequest: () => {} }, (_, { url }) => {
        gone = url;
        return Promise.resolve();
      });
      const transport = make();
      assertEquals(await codeOf(ask(transport, gone)), "connect");
      transport.close();
    },
  },
  {
    name: "closes the connection and gives the reason when it is aborted before an answer",
    async run(make) {
      const stop = new AbortController();
      const reason = new Error("Enough");
      await withServer(
        { make, onRequest: () => stop.abort(reason) },
        async (transport, { url, idle }) => {
          assertEquals(await reasonOf(ask(transport, url, { signal: stop.signal })), reason);
          await soon(idle());
        },
      );
    },
  },
  {
    name: "closes the connection and gives the reason when it is aborted within a body",
    async run(make) {
      const stop = new AbortController();
      const reason = new Error("Enough");
      await withServer(
        { make, onRequest: ({ socket }) => void socket.write(CHUNKED + "1\r\nx\r\n") },
        async (transport, { url, idle }) => {
          const { body } = await ask(transport, url, { signal: stop.signal });
          assertEquals(await body.read(), new TextEncoder().encode("x"));
          const pending = reasonOf(soon(body.read()));
          stop.abort(reason);
          assertEquals(await pending, reason);
          assertEquals(await reasonOf(soon(body.read())), reason);
          await soon(idle());
        },
      );
    },
  },
  {
    name: "gives the reason of an abort, not what came before it and was not read",
    async run(make) {
      const answer = `HTTP/1.1 200\r\ncontent-length: 1000000\r\n\r\n${"x".repeat(900_000)}`;
      await withServer(
        { make, onRequest: ({ socket }) => void socket.write(answer) },
        async (transport, { url, idle }) => {
          const stop = new AbortController();
          const { body } = await ask(transport, url, { signal: stop.signal });
          await soon(body.read());
          for (let turn = 0; turn < 20; turn++) await new Promise((next) => setTimeout(next, 0));
          stop.abort("Enough");
          assertEquals(await reasonOf(soon(body.read())), "Enough");
          await soon(idle());
        },
      );
    },
  },
  {
    name: "sends nothing when it is aborted before",
    async run(make) {
      await withServer({ make, onRequest: () => {} }, async (transport, server) => {
        const signal = AbortSignal.abort("Enough");
        assertEquals(await reasonOf(ask(transport, server.url, { signal })), "Enough");
        assertEquals(server.opened, 0);
      });
    },
  },
  {
    name: "closes the connection of a body that is cancelled, also while it is read",
    async run(make) {
      await withServer(
        { make, onRequest: ({ socket }) => void socket.write(CHUNKED + "1\r\nx\r\n") },
        async (transport, { url, idle }) => {
          for (const isReading of [false, true]) {
            const { body } = await ask(transport, url);
            if (isReading) await body.read();
            const pending = isReading ? codeOf(soon(body.read())) : "network";
            body.cancel();
            assertEquals(await pending, "network");
            assertEquals(await codeOf(soon(body.read())), "network");
            await soon(idle());
          }
        },
      );
    },
  },
  {
    name: "is not moved by an abort after the end of a body",
    async run(make) {
      const answer = "HTTP/1.1 200\r\ncontent-length: 2\r\n\r\nhi";
      await withServer(
        { make, onRequest: ({ socket }) => void socket.write(answer) },
        async (transport, { url }) => {
          const stop = new AbortController();
          const { body } = await ask(transport, url, { signal: stop.signal });
          assertEquals(await textOf(body), "hi");
          stop.abort();
          assertEquals(await body.read(), null);
        },
      );
    },
  },
  {
    name: "refuses an address that names a user, or another protocol",
    async run(make) {
      await withServer({ make, onRequest: () => {} }, async (transport, server) => {
        const withUser = server.url.replace("//", "//me:secret@");
        for (const url of [withUser, server.url.replace("http:", "ftp:")]) {
          assertEquals(await codeOf(ask(transport, url)), "connect");
        }
        assertEquals(server.opened, 0);
      });
    },
  },
];
