import { assertEquals, assertStringIncludes } from "@std/assert";
import { type Bytes, toBytes } from "../../src/bytes.ts";
import { lab } from "./support/lab.ts";
import { answer } from "./support/scripted_upstream.ts";

const BODY = JSON.stringify({ model: "m", messages: [] });

/** A body that comes in two halves. */
function halves(second: (controller: ReadableStreamDefaultController<Bytes>) => unknown) {
  let isCancelled = false;
  const body = new ReadableStream<Bytes>({
    start: (controller) => controller.enqueue(toBytes(BODY.slice(0, 10))),
    pull: async (controller) => void await second(controller),
    cancel: () => void (isCancelled = true),
  });
  return { body, isCancelled: () => isCancelled };
}

const posted = (init: RequestInit, path = "/v1/chat/completions") =>
  new Request(`http://proxy${path}`, { method: "POST", ...init });

Deno.test("a request that is too long on its way is refused, and nobody is asked", async () => {
  const { proxy, clock, upstreams } = lab({ u1: [answer("1")] }, {
    limits: { request_timeout: "30s" },
  });
  const { body } = halves(() => new Promise(() => {}));
  let response: Response | undefined;
  const asked = proxy.fetch(posted({ body })).then((came) => response = came);
  await clock.advance(29_999);
  assertEquals(response, undefined);
  await clock.advance(1);
  const { status, headers } = await asked;
  assertEquals([status, headers.get("connection")], [408, "close"]);
  const { error } = await response!.json();
  assertEquals(error.code, "request_timeout");
  assertStringIncludes(error.message, "30000 ms");
  assertEquals(upstreams.hits("u1").length, 0);
  assertEquals(clock.sleeping, 0);
});

Deno.test("a request that drips is refused at the same time", async () => {
  const { proxy, clock, upstreams } = lab({ u1: [answer("1")] }, {
    limits: { request_timeout: "30s" },
  });
  const { body } = halves(async (controller) => {
    await clock.sleep(10_000);
    controller.enqueue(toBytes(" "));
  });
  const asked = proxy.fetch(posted({ body }));
  for (let second = 0; second < 30; second++) await clock.advance(1000);
  assertEquals((await asked).status, 408);
  assertEquals(upstreams.hits("u1").length, 0);
});

Deno.test("a request that comes just in time is served", async () => {
  const { proxy, clock } = lab({ u1: [answer("1")] }, { limits: { request_timeout: "30s" } });
  const { body } = halves(async (controller) => {
    await clock.sleep(29_000);
    controller.enqueue(toBytes(BODY.slice(10)));
    controller.close();
  });
  const asked = proxy.fetch(posted({ body }));
  await clock.advance(29_000);
  assertEquals((await asked).status, 200);
});

Deno.test("a request whose body breaks off is refused, and nobody is asked", async () => {
  const { proxy, upstreams } = lab({ u1: [answer("1")] });
  const { body } = halves((controller) => controller.error(new TypeError("It broke")));
  const response = await proxy.fetch(posted({ body }));
  assertEquals([response.status, response.headers.get("connection")], [400, "close"]);
  assertEquals((await response.json()).error.code, "incomplete_body");
  assertEquals(upstreams.hits("u1").length, 0);
});

Deno.test("a request beyond the limit is refused without the rest of it, and one at the limit is served", async () => {
  const config = { limits: { max_body: BODY.length } };
  const { proxy, upstreams } = lab({ u1: [answer("1")] }, config);
  assertEquals((await proxy.fetch(posted({ body: BODY }))).status, 200);
  const { body, isCancelled } = halves((controller) => controller.enqueue(toBytes(BODY)));
  const response = await proxy.fetch(posted({ body }));
  assertEquals(response.status, 413);
  assertEquals((await response.json()).error.code, "request_too_large");
  assertEquals(isCancelled(), true);
  assertEquals(upstreams.hits("u1").length, 1);
});

Deno.test("a body that is encoded is refused, and told what is taken", async () => {
  const { proxy, upstreams } = lab({ u1: [answer("1")] });
  for (const [encoding, status] of [["gzip", 415], ["br", 415], ["identity", 200], [" ", 200]]) {
    const headers = { "content-encoding": `${encoding}` };
    const response = await proxy.fetch(posted({ body: BODY, headers }));
    assertEquals(response.status, status, `${encoding}`);
    if (status === 200) continue;
    assertEquals(response.headers.get("accept-encoding"), "identity");
    assertEquals((await response.json()).error.code, "unsupported_encoding");
  }
  assertEquals(upstreams.hits("u1").length, 2);
});

Deno.test("each path of the API takes its own method alone", async () => {
  const { proxy } = lab({ u1: [answer("1")] });
  const wrong = [
    { path: "/v1/chat/completions", method: "GET", allow: "POST" },
    { path: "/v1/models", method: "POST", allow: "GET" },
  ];
  for (const { path, method, allow } of wrong) {
    const response = await proxy.fetch(posted({ method }, path));
    assertEquals(response.status, 405, path);
    assertStringIncludes(response.headers.get("allow") ?? "", allow);
  }
});

Deno.test("an answer tells how long it was in the hands of the proxy, without its upstreams", async () => {
  const slow = { ...answer("1"), headMs: 400 };
  const { ask, clock } = lab({ u1: [slow] }, {
    provider: { max_concurrent: 1, queue: { max: 1, timeout: "10s" } },
  });
  const asked = [ask({ stream: false }), ask({ stream: false })];
  await clock.advance(400);
  await clock.advance(400);
  const told = await Promise.all(asked);
  const overheads = told.map(({ headers }) => headers.get("x-proxy-overhead-ms"));
  assertEquals(overheads, ["0", "400"]); // the second one waited for the first
});
