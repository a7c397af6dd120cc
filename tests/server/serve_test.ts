import { assert, assertEquals, assertRejects } from "@std/assert";
import { toBytes } from "../../src/bytes.ts";
import type { Bytes } from "../../src/bytes.ts";
import { TIMED_OUT, withDeadline } from "../../src/clock.ts";
import { ConnectionBreak } from "../../src/server/connection_break.ts";
import { serve } from "../../src/server/serve.ts";
import type { Handler, ServeOptions } from "../../src/server/serve.ts";
import { serveOnNode } from "../../src/server/serve_node.ts";

/** Starts a server; `Deno.serve` by way of `serve()`, `node:http` as Node and Bun use it. */
type Start = (handler: Handler, options?: ServeOptions) => Promise<TestServer>;

interface TestServer extends AsyncDisposable {
  readonly url: string;
  close(): Promise<void>;
}

const STARTS: readonly (readonly [name: string, start: Start])[] = [
  ["serve()", async (handler, options) => {
    const { url, close } = await serve(handler, options);
    return { url, close, [Symbol.asyncDispose]: close };
  }],
  ["serveOnNode()", startOnNode],
];

async function startOnNode(handler: Handler): Promise<TestServer> {
  const { port, close } = await serveOnNode({
    handler: async (request) => await handler(await request.toRequest()),
    hostname: "127.0.0.1",
    port: 0,
  });
  return { url: `http://127.0.0.1:${port}`, close, [Symbol.asyncDispose]: close };
}

function test(what: string, run: (start: Start) => Promise<void>): void {
  for (const [name, start] of STARTS) Deno.test(`${name} ${what}`, () => run(start));
}

/** Waits, but not for ever. */
async function soon<T>(promise: Promise<T>): Promise<T> {
  const result = await withDeadline(10_000, promise);
  if (result === TIMED_OUT) throw new Error("It took too long");
  return result;
}

/** A body that gives some chunks at once, then does something else; and what became of it. */
function watchedBody(chunks: number, then: "close" | "error" | "hang"): {
  readonly body: ReadableStream<Bytes>;
  readonly cancelled: Promise<void>;
} {
  let cancelled!: () => void;
  const whenCancelled = new Promise<void>((resolve) => cancelled = resolve);
  let given = 0;
  const body = new ReadableStream<Bytes>({
    async pull(controller) {
      if (given < chunks) controller.enqueue(toBytes(`chunk ${given++};`));
      else if (then === "close") controller.close();
      else if (then === "error") controller.error(new Error("The body failed"));
      else await whenCancelled;
    },
    cancel: () => cancelled(),
  }, { highWaterMark: 0 });
  return { body, cancelled: whenCancelled };
}

test("passes a request and its answer on", async (start) => {
  await using server = await start(async (request) => {
    const { method, headers } = request;
    const seen = `${method} ${new URL(request.url).pathname} ${headers.get("x-ask")} `;
    const init = { status: 201, headers: [["set-cookie", "a=1"], ["set-cookie", "b=2"]] };
    return new Response(seen + await request.text(), init as ResponseInit);
  });
  const response = await fetch(`${server.url}/v1/x`, {
    method: "POST",
    headers: { "x-ask": "yes" },
    body: "héllo",
  });
  assertEquals(response.status, 201);
  assertEquals(response.headers.getSetCookie(), ["a=1", "b=2"]);
  assertEquals(await response.text(), "POST /v1/x yes héllo");
});

test("answers without a body", async (start) => {
  await using server = await start(() => new Response(null, { status: 204 }));
  const response = await fetch(server.url);
  assertEquals([response.status, await response.text()], [204, ""]);
});

test("sends a body chunk by chunk and ends it", async (start) => {
  await using server = await start(() => new Response(watchedBody(3, "close").body));
  assertEquals(await (await fetch(server.url)).text(), "chunk 0;chunk 1;chunk 2;");
});

test("sends the headers before a body that is slow to come", async (start) => {
  const { body, cancelled } = watchedBody(0, "hang");
  await using server = await start(() => new Response(body, { headers: { "x-b": "1" } }));
  const response = await soon(fetch(server.url));
  assertEquals(response.headers.get("x-b"), "1");
  await response.body?.cancel();
  await soon(cancelled);
});

test("breaks the connection after what a body gave before it failed", async (start) => {
  await using server = await start(() => new Response(watchedBody(2, "error").body));
  const response = await fetch(server.url);
  const decoder = new TextDecoder();
  let got = "";
  await assertRejects(async () => {
    for await (const chunk of response.body!) got += decoder.decode(chunk);
  }, TypeError);
  assertEquals(got, "chunk 0;chunk 1;");
});

test("gives a slow client all that a body gave before it failed", async (start) => {
  const bytes = 60_000;
  let given = 0;
  const body = () =>
    new ReadableStream<Bytes>({
      pull(controller) {
        if (given++ < 5) controller.enqueue(new Uint8Array(bytes));
        else controller.error(new Error("The body failed"));
      },
    }, { highWaterMark: 0 });
  await using server = await start(() => new Response(body()));
  const response = await fetch(server.url);
  await new Promise((resolve) => setTimeout(resolve, 100));
  let got = 0;
  await assertRejects(async () => {
    for await (const { length } of response.body!) got += length;
  }, TypeError);
  assertEquals(got, 5 * bytes);
});

test("breaks the connection off for a handler that asks for it", async (start) => {
  await using server = await start(() => Promise.reject(new ConnectionBreak("No answer")));
  const answer = fetch(server.url).then((response) => response.text());
  await assertRejects(() => answer, TypeError);
});

for (const chunks of [0, 1]) {
  test(`cancels a stalled body when the client leaves after ${chunks} chunks`, async (start) => {
    for (const how of ["cancel", "abort"]) {
      const { body, cancelled } = watchedBody(chunks, "hang");
      await using server = await start(() => new Response(body));
      const abort = new AbortController();
      const response = await fetch(server.url, { signal: abort.signal });
      const reader = response.body!.getReader();
      for (let read = 0; read < chunks; read++) await reader.read();
      if (how === "cancel") await reader.cancel();
      else abort.abort();
      await soon(cancelled);
    }
  });
}

test("reads a body at the pace of the client", async (start) => {
  let given = 0;
  const endless = new ReadableStream<Bytes>({
    pull(controller) {
      given++;
      controller.enqueue(new Uint8Array(65_536));
    },
  }, { highWaterMark: 0 });
  await using server = await start(() => new Response(endless));
  const response = await fetch(server.url);
  const reader = response.body!.getReader();
  await reader.read();
  await new Promise((resolve) => setTimeout(resolve, 100));
  await reader.cancel();
  // What a loopback socket holds is a few MiB; without a pace it would be hundreds.
  assert(given < 1_000, `${given} chunks of 64 KiB were read`);
});

test("breaks off what is open when it closes, and listens no more", async (start) => {
  const watched = watchedBody(1, "hang");
  let isCancelled = false;
  watched.cancelled.then(() => isCancelled = true);
  const server = await start(() => new Response(watched.body));
  const response = await fetch(server.url);
  const reader = response.body!.getReader();
  await reader.read();
  await soon(server.close());
  assert(isCancelled, "What the client was sent is still made");
  await assertRejects(() => reader.read(), TypeError);
  await assertRejects(() => fetch(server.url), TypeError);
});

Deno.test("serve() answers with status 500 and tells of it when the handler throws", async () => {
  const told: unknown[] = [];
  const failure = new Error("Not today");
  const server = await serve(() => Promise.reject(failure), { onError: (e) => told.push(e) });
  const response = await fetch(server.url);
  assertEquals([response.status, await response.text()], [500, "Internal Server Error"]);
  assertEquals(told, [failure]);
  await server.close();
});

Deno.test("serve() rejects when the port is taken", async () => {
  const server = await serve(() => new Response());
  const port = Number(new URL(server.url).port);
  await assertRejects(() => serve(() => new Response(), { port }));
  await assertRejects(() =>
    serveOnNode({ handler: () => Promise.resolve(new Response()), hostname: "127.0.0.1", port })
  );
  await server.close();
});

Deno.test("serveOnNode() aborts the request's signal when the client leaves before the headers", async () => {
  let arrived!: () => void;
  const arrival = new Promise<void>((resolve) => arrived = resolve);
  const { body, cancelled } = watchedBody(1, "hang");
  const server = await serveOnNode({
    hostname: "127.0.0.1",
    port: 0,
    async handler(request) {
      const { signal } = await request.toRequest();
      arrived();
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      return new Response(body);
    },
  });
  const abort = new AbortController();
  const response = fetch(`http://127.0.0.1:${server.port}`, { signal: abort.signal });
  await arrival;
  abort.abort();
  await assertRejects(() => response, DOMException);
  await soon(cancelled);
  await server.close();
});

// `Deno.serve` itself never hears of it.
Deno.test("serveOnNode() hears of a client that leaves an endless body of nothing", async () => {
  let cancelled!: () => void;
  const whenCancelled = new Promise<void>((resolve) => cancelled = resolve);
  const body = () =>
    new ReadableStream<Bytes>({
      pull: (controller) => controller.enqueue(new Uint8Array(0)),
      cancel: () => cancelled(),
    }, { highWaterMark: 0 });
  await using server = await startOnNode(() => new Response(body()));
  const leave = new AbortController();
  const { body: received } = await soon(fetch(server.url, { signal: leave.signal }));
  leave.abort();
  await received?.cancel().catch(() => {});
  await soon(whenCancelled);
});
