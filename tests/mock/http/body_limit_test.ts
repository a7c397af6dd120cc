import { connect } from "node:net";
import type { Socket } from "node:net";
import { assertEquals } from "@std/assert";
import { toBytes } from "../../../src/bytes.ts";
import type { Bytes } from "../../../src/bytes.ts";
import { TIMED_OUT, withDeadline } from "../../../src/clock.ts";
import { toResponse } from "../../../src/server/http_answer.ts";
import { readServed } from "../../../src/mock/http/read_call.ts";
import { serveOnNode } from "../../../src/server/serve_node.ts";
import { TOO_LARGE } from "../../../src/server/served_request.ts";
import { MockGPT } from "../../../mock.ts";

const LIMIT = 1000;
const URL_PATH = "/v1/chat/completions";

function makeMock(): MockGPT {
  return new MockGPT({ rules: [{ result: "yes" }], maxBodyBytes: LIMIT });
}

/** A request of so many bytes, some of them in characters of several. */
function bodyOf(bytes: number): string {
  const head = '{"model":"m","messages":[{"role":"user","content":"';
  const tail = '"}]}';
  const room = bytes - head.length - tail.length;
  return `${head}${"状".repeat(Math.floor(room / 3))}${"x".repeat(room % 3)}${tail}`;
}

/** A body that never ends, and how much of it was asked for. */
function endlessBody(): {
  readonly stream: ReadableStream<Bytes>;
  taken(): number;
  isLeft(): boolean;
} {
  let taken = 0;
  let isLeft = false;
  const stream = new ReadableStream<Bytes>({
    pull: (controller) => {
      taken += 100;
      controller.enqueue(new Uint8Array(100).fill(32));
    },
    cancel: () => void (isLeft = true),
  }, { highWaterMark: 0 });
  return { stream, taken: () => taken, isLeft: () => isLeft };
}

function streamOf(text: string): ReadableStream<Bytes> {
  const bytes = toBytes(text);
  return new ReadableStream({
    start(controller) {
      for (let at = 0; at < bytes.length; at += 7) controller.enqueue(bytes.slice(at, at + 7));
      controller.close();
    },
  });
}

async function assertTooLarge(response: Response): Promise<void> {
  assertEquals(response.status, 413);
  const { error } = await response.json();
  assertEquals(error.type, "invalid_request_error");
}

Deno.test("a body over the limit gets 413 in process; one at the limit is read", async () => {
  const mock = makeMock();
  const bodies = (bytes: number): readonly BodyInit[] => {
    const text = bodyOf(bytes);
    return [text, toBytes(text), streamOf(text)];
  };
  for (const body of bodies(LIMIT)) {
    const response = await mock.fetch(`http://x${URL_PATH}`, { method: "POST", body });
    assertEquals(response.status, 200);
    await response.body?.cancel();
  }
  for (const body of bodies(LIMIT + 1)) {
    await assertTooLarge(await mock.fetch(`http://x${URL_PATH}`, { method: "POST", body }));
  }
  const outcomes = mock.records.map(({ outcome }) => outcome);
  assertEquals(outcomes, [...Array(3).fill("served"), ...Array(3).fill("refused")]);
});

Deno.test("a body without an end gets 413 in process as soon as it is over the limit", async () => {
  const { stream, taken, isLeft } = endlessBody();
  await assertTooLarge(
    await makeMock().fetch(new Request(`http://x${URL_PATH}`, { method: "POST", body: stream })),
  );
  assertEquals([taken() < 2 * LIMIT, isLeft()], [true, true]);
});

/** Both servers that a mock may be served by, whatever the runtime of the tests. */
const SERVERS:
  readonly (readonly [string, () => Promise<{ port: number; close(): Promise<void> }>])[] = [
    ["serve()", async () => {
      const { url, close } = await makeMock().serve();
      return { port: Number(new URL(url).port), close };
    }],
    ["node:http", () =>
      serveOnNode({
        hostname: "127.0.0.1",
        port: 0,
        async handler(request) {
          const { method, headers, path, body } = await readServed(request, LIMIT);
          if (body === TOO_LARGE) return { status: 413, headers: {}, body: null };
          return toResponse(await makeMock().fetch(`http://x${path}`, { method, headers, body }));
        },
      })],
  ];

for (const [name, start] of SERVERS) {
  Deno.test(`a body over the limit gets 413 from ${name}, with and without its length`, async () => {
    const server = await start();
    const url = `http://127.0.0.1:${server.port}${URL_PATH}`;
    for (const bytes of [LIMIT, LIMIT + 1]) {
      for (const body of [bodyOf(bytes), streamOf(bodyOf(bytes))]) {
        const response = await fetch(url, { method: "POST", body });
        assertEquals(response.status, bytes > LIMIT ? 413 : 200);
        await response.body?.cancel();
      }
    }
    await server.close();
  });

  for (const length of ["Content-Length: 1000000000", "Transfer-Encoding: chunked"]) {
    Deno.test(`413 comes from ${name} before a body is there (${length})`, async () => {
      const server = await start();
      const head = `POST ${URL_PATH} HTTP/1.1\r\nHost: x\r\n${length}\r\n\r\n`;
      const chunk = length.startsWith("Transfer") ? `7d0\r\n${" ".repeat(2000)}\r\n` : " ";
      const socket = connect(server.port, "127.0.0.1");
      socket.write(head + chunk);
      assertEquals(await firstLine(socket), "HTTP/1.1 413");
      socket.destroy();
      await server.close();
    });
  }
}

async function firstLine(socket: Socket): Promise<string> {
  const line = new Promise<string>((resolve, reject) => {
    socket.on("error", reject);
    socket.once("data", (bytes) => resolve(String(bytes).slice(0, "HTTP/1.1 413".length)));
  });
  const found = await withDeadline(10_000, line);
  if (found === TIMED_OUT) throw new Error("No answer came");
  return found;
}
