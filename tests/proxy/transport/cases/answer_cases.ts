import { assert, assertEquals } from "@std/assert";
import { ask, textOf, type TransportCase, withServer } from "../support/transport_case.ts";

/** Answers whose body is the text they have to give. */
const BODIES: readonly (readonly [name: string, answer: readonly string[], body: string])[] = [
  ["of a known length", ["HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello"], "hello"],
  ["in chunks", [
    "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n",
    "3\r\nhel\r\n",
    "2;x=y\r\nl",
    "o\r\n0\r\n\r\n",
  ], "hello"],
  ["of no bytes", ["HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n"], ""],
  ["after interim answers", [
    "HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n",
    "HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello",
  ], "hello"],
  ["that is an error", ["HTTP/1.1 529 Overloaded\r\ncontent-length: 4\r\n\r\nbusy"], "busy"],
];

const READ: readonly TransportCase[] = BODIES.map(([name, answer, body]) => ({
  name: `reads a body ${name}`,
  async run(make) {
    const onRequest = ({ socket }: { socket: { write(text: string): void } }) =>
      answer.forEach((part) => socket.write(part));
    await withServer({ make, onRequest }, async (transport, { url }) => {
      const answered = await ask(transport, url);
      assertEquals(answered.status, body === "busy" ? 529 : 200);
      assertEquals(await textOf(answered.body), body);
      assertEquals(await answered.body.read(), null);
      answered.body.cancel();
    });
  },
}));

/** What every transport does with answers. */
export const ANSWER_CASES: readonly TransportCase[] = [
  ...READ,
  {
    name: "reads a body that ends with the connection",
    async run(make) {
      await withServer({
        make,
        onRequest: ({ socket }) => void socket.end("HTTP/1.1 200 OK\r\n\r\nhello"),
      }, async (transport, { url }) => {
        assertEquals(await textOf((await ask(transport, url)).body), "hello");
      });
    },
  },
  {
    name: "reads no body where there is none",
    async run(make) {
      await withServer({
        make,
        onRequest: ({ socket, request }) => {
          const status = /^\w+ \/(\d+)/.exec(request)![1];
          const length = status === "204" ? "" : "content-length: 7\r\n";
          socket.write(`HTTP/1.1 ${status} OK\r\n${length}\r\n`);
        },
      }, async (transport, { url }) => {
        for (
          const [method, path] of [["HEAD", "/200"], ["GET", "/204"], ["GET", "/304"]] as const
        ) {
          const { status, body } = await ask(transport, `${url}${path}`, { method });
          assertEquals(status, Number(path.slice(1)));
          assertEquals(await textOf(body), "");
        }
      });
    },
  },
  {
    name: "gives a redirect back",
    async run(make) {
      await withServer({
        make,
        onRequest: ({ socket }) =>
          void socket.write("HTTP/1.1 307 Go\r\nlocation: /other\r\ncontent-length: 0\r\n\r\n"),
      }, async (transport, { url, requests }) => {
        const { status, headers, body } = await ask(transport, url, { method: "POST", body: "x" });
        assertEquals([status, headers.get("location")], [307, "/other"]);
        assertEquals(await textOf(body), "");
        assertEquals(requests.length, 1);
      });
    },
  },
  {
    name: "gives the headers",
    async run(make) {
      await withServer({
        make,
        onRequest: ({ socket }) =>
          void socket.write(
            "HTTP/1.1 200\r\nX-A:  one\r\nx-a:two\r\nretry-after: 5\r\ncontent-length: 0\r\n\r\n",
          ),
      }, async (transport, { url }) => {
        const { headers, body } = await ask(transport, url);
        assertEquals(await textOf(body), "");
        assertEquals([headers.get("x-a"), headers.get("retry-after")], ["one, two", "5"]);
      });
    },
  },
  {
    name: "sends what it is given, byte for byte, and asks for no encoding",
    async run(make) {
      await withServer({
        make,
        onRequest: ({ socket }) => void socket.write("HTTP/1.1 200\r\ncontent-length: 0\r\n\r\n"),
      }, async (transport, { url, requests }) => {
        const body = Uint8Array.from({ length: 256 }, (_, at) => at);
        const headers = { "x-a": "b", authorization: "Bearer k\xe9y" };
        const path = "/v1/chat?x=%20y";
        const answer = await ask(transport, `${url}${path}`, { method: "POST", headers, body });
        assertEquals(await textOf(answer.body), "");
        const [head, sent] = requests[0]!.split(/\r\n\r\n([^]*)/);
        assertEquals(sent, String.fromCharCode(...body));
        const lines = head!.split("\r\n");
        assertEquals(lines[0], "POST /v1/chat?x=%20y HTTP/1.1");
        const wanted = ["x-a: b", "authorization: Bearer k\xe9y", "accept-encoding: identity"];
        for (const line of [...wanted, "content-length: 256", `host: ${new URL(url).host}`]) {
          assert(lines.some((have) => have.toLowerCase() === line.toLowerCase()), line);
        }
      });
    },
  },
  {
    name: "sends a large body wholly, and reads a large answer wholly",
    async run(make) {
      const large = "0123456789abcdef".repeat(64 * 1024);
      await withServer({
        make,
        onRequest: ({ socket }) =>
          void socket.write(`HTTP/1.1 200\r\ncontent-length: ${large.length}\r\n\r\n${large}`),
      }, async (transport, { url, requests }) => {
        const { body } = await ask(transport, url, { method: "POST", body: large });
        assertEquals(await textOf(body) === large, true);
        assertEquals(requests[0]!.endsWith(`\r\n\r\n${large}`), true);
      });
    },
  },
];
