import { assertEquals, assertLessOrEqual } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import type { HttpAnswer } from "../../src/server/http_answer.ts";
import { type DenoApi, serveOnDeno } from "../../src/server/serve_deno.ts";

type Serve = Parameters<DenoApi["serve"]>[1];

/** A server whose connections are made up. */
function servedInMemory(handler: Parameters<typeof serveOnDeno>[1]["handler"]) {
  let ask!: (request: Request) => ReturnType<Serve>;
  const deno: DenoApi = {
    serve(_options, serve) {
      ask = (request) => serve(request, { remoteAddr: { hostname: "127.0.0.1" } });
      return {
        addr: { port: 1 },
        finished: Promise.resolve(),
        shutdown: () => Promise.resolve(),
      };
    },
  };
  const server = serveOnDeno(deno, { handler, hostname: "127.0.0.1", port: 0 });
  return { ask, server };
}

// What takes no longer leaves some of the 100 ms in which a provider is let go of to a machine that is busy.
Deno.test("a client that leaves before its answer is heard of within 60 ms, whenever it came", async () => {
  for (let came = 0; came < 100; came += 7) {
    using time = new FakeTime();
    const startMs = time.now;
    let heardMs = Infinity;
    const { ask, server } = servedInMemory(async ({ url, signal }) => {
      if (url.endsWith("/first")) return { status: 200, headers: {}, body: "" };
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      heardMs = time.now - startMs;
      return { status: 499, headers: {}, body: "" };
    });
    // The one before has begun the time that all are looked at by.
    await ask(new Request("http://h/first"));
    await time.tickAsync(came);
    const client = new AbortController();
    const answered = ask(new Request("http://h/second", { signal: client.signal }));
    client.abort();
    await time.tickAsync(60);
    assertLessOrEqual(heardMs - came, 60, `It came after ${came} ms`);
    await answered;
    await server.close();
  }
});

/** What a server sends for one request, up to the end of the connection. */
async function sentFor(answer: HttpAnswer, line: string): Promise<string> {
  const handler = () => Promise.resolve(answer);
  const server = serveOnDeno(Deno, { handler, hostname: "127.0.0.1", port: 0 });
  try {
    using connection = await Deno.connect({ port: server.port });
    const writer = connection.writable.getWriter();
    await writer.write(new TextEncoder().encode(`${line}\r\nhost: h\r\nconnection: close\r\n\r\n`));
    return await new Response(connection.readable).text();
  } finally {
    await server.close();
  }
}

/** How the length of a body is told, and the body as it was sent. */
function framing(sent: string): readonly string[] {
  const end = sent.indexOf("\r\n\r\n");
  const told = sent.slice(0, end).match(/^(?:content-length|transfer-encoding): .*$/gim) ?? [];
  return [...told, sent.slice(end + 4)];
}

// Chunks go out with the head; a body whose length is told does not.
Deno.test("a body that is there whole is sent as one chunk, but to who may not know of chunks", async () => {
  const text = { status: 200, headers: { "x-a": "1" }, body: "whöle" };
  const bytes = { ...text, body: new TextEncoder().encode("whöle") };
  for (const answer of [text, bytes]) {
    const sent = framing(await sentFor(answer, "GET / HTTP/1.1"));
    assertEquals(sent, ["transfer-encoding: chunked", "6\r\nwhöle\r\n0\r\n\r\n"]);
    assertEquals(framing(await sentFor(answer, "GET / HTTP/1.0")), ["content-length: 6", "whöle"]);
    assertEquals(framing(await sentFor(answer, "HEAD / HTTP/1.1")), ["content-length: 6", ""]);
  }
});

Deno.test("a length that is told, a Response and an answer without a body are sent as they are", async () => {
  const told = { status: 200, headers: { "content-length": "2" }, body: "ab" };
  assertEquals(framing(await sentFor(told, "GET / HTTP/1.1")), ["content-length: 2", "ab"]);
  const response = new Response("ab");
  assertEquals(framing(await sentFor(response, "GET / HTTP/1.1")), ["content-length: 2", "ab"]);
  const none = { status: 204, headers: {}, body: null };
  assertEquals(framing(await sentFor(none, "GET / HTTP/1.1")), [""]);
});
