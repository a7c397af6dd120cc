import { assert, assertEquals, assertFalse } from "@std/assert";
import { served, type ServedInit } from "../ops/support/served.ts";
import { chatRequest } from "../sockets/support/raw_client.ts";
import { saysAll, WHOLE_STREAM, withSocketLab } from "../sockets/support/socket_lab.ts";
import { lab } from "../support/lab.ts";
import { answer } from "../support/scripted_upstream.ts";

const HOST = "host: 127.0.0.1";

/** A request without a body. */
function ask(target: string, headers: readonly string[] = [HOST], method = "GET"): string {
  const all = [
    ...headers,
    ...(method === "POST" ? ["content-length: 0"] : []),
    "connection: close",
  ];
  return `${method} ${target} HTTP/1.1\r\n${all.map((line) => `${line}\r\n`).join("")}\r\n`;
}

/** What comes of bytes that are sent to a proxy, a byte a character. */
async function told(bytes: string): Promise<string> {
  let text = "";
  await withSocketLab([saysAll(WHOLE_STREAM)], {}, async (lab) => {
    const client = await lab.client();
    client.socket.write(Uint8Array.from(bytes, (char) => char.charCodeAt(0)));
    await client.closed();
    assertEquals(lab.errors, []);
    text = client.text;
  });
  return text;
}

/** Requests that nobody sends by mistake, and the statuses that may come of them. */
const REQUESTS: readonly { name: string; bytes: string; statuses: readonly number[] }[] = [
  {
    name: "a host of a stranger for the state",
    bytes: ask("/state", ["host: evil.example"]),
    statuses: [403],
  },
  {
    name: "two hosts for the state",
    bytes: ask("/state", [HOST, "host: evil.example"]),
    statuses: [400, 403],
  },
  {
    name: "a host that has the path of the state in it",
    bytes: ask("/v1/models", ["host: x/state?.localhost"]),
    statuses: [400, 403],
  },
  {
    name: "a host that has the path of the state and a name of loopback in it",
    bytes: ask("/v1/models", ["host: localhost/state?:1"]),
    statuses: [400, 403],
  },
  {
    name: "an absolute address here and a host of a stranger",
    bytes: ask("http://127.0.0.1/state", ["host: evil.example"]),
    statuses: [403],
  },
  { name: "a way up to the state", bytes: ask("/v1/../state"), statuses: [404] },
  { name: "two slashes before the state", bytes: ask("//state"), statuses: [404] },
  { name: "a NUL behind the state", bytes: ask("/state%00"), statuses: [404] },
  { name: "a stray percent sign", bytes: ask("/v1/models/%zz%ff"), statuses: [404] },
  {
    name: "a tunnel",
    bytes: ask("evil.example:443", ["host: evil.example:443"], "CONNECT"),
    statuses: [400, 403, 404, 405],
  },
  { name: "TRACE", bytes: ask("/v1/models", [HOST, "cookie: a"], "TRACE"), statuses: [405, 501] },
  { name: "OPTIONS of all", bytes: ask("*", [HOST], "OPTIONS"), statuses: [400, 404] },
  {
    name: "another protocol",
    bytes: ask("/v1/chat/completions", [HOST, "upgrade: websocket", "connection: upgrade"]),
    statuses: [405],
  },
  {
    name: "a reset by a page of nobody",
    bytes: ask("/state/reset", [HOST, "origin: null"], "POST"),
    statuses: [403],
  },
  {
    name: "a reset by a page of another port",
    bytes: ask("/state/reset", [HOST, "origin: http://127.0.0.1:3000"], "POST"),
    statuses: [403],
  },
  {
    name: "a reset by a page that names two origins",
    bytes: ask("/state/reset", [HOST, "origin: http://evil", `origin: http://127.0.0.1`], "POST"),
    statuses: [400, 403],
  },
  {
    name: "a reset by way of another proxy",
    bytes: ask("/state/reset", [HOST, "x-forwarded-for: 127.0.0.1"], "POST"),
    statuses: [403],
  },
  {
    name: "a stream of states as the picture of a page",
    bytes: ask("/events", [HOST, "sec-fetch-site: cross-site", "sec-fetch-dest: image"]),
    statuses: [403],
  },
  {
    name: "headers beyond the limit",
    bytes: ask("/v1/models", [HOST, `x-a: ${"a".repeat(40_000)}`]),
    statuses: [431],
  },
  {
    name: "a key that is nothing but space",
    bytes: ask("/v1/models", [HOST, `authorization: Bearer${" ".repeat(30_000)}`]),
    statuses: [200],
  },
];

Deno.test.each([...REQUESTS])("$name gets an answer, and nothing it should not", async (one) => {
  const text = await told(one.bytes);
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]);
  assert(one.statuses.includes(status), text.slice(0, 300));
  assertFalse(text.includes('"started_ms"'), text);
});

Deno.test("requests that are sent all at once are answered in turn", async () => {
  const bytes = chatRequest() + chatRequest({ model: "none" }) +
    ask("/healthz", ["host: evil.example"]);
  const statuses = [...(await told(bytes)).matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, code]) => code);
  assertEquals(statuses, ["200", "404", "200"]);
});

async function statusOf(path: string, init: ServedInit): Promise<number> {
  const { proxy } = lab({ u1: [answer("ok")] });
  const { status, body } = await proxy.answer(served(path, init));
  if (body instanceof ReadableStream) await body.cancel();
  return status;
}

Deno.test("a page of another site may lead to the status page, and use nothing of it", async () => {
  const asked = (site: string, dest: string) => ({
    headers: { "sec-fetch-site": site, "sec-fetch-dest": dest },
  });
  for (const site of ["cross-site", "same-site"]) {
    assertEquals(await statusOf("/", asked(site, "document")), 200);
    for (const dest of ["image", "script", "iframe", "empty"]) {
      for (const path of ["/", "/events", "/state", "/metrics"]) {
        assertEquals(await statusOf(path, asked(site, dest)), 403, `${site} ${dest} ${path}`);
      }
    }
  }
  for (const site of ["none", "same-origin"]) {
    assertEquals(await statusOf("/events", asked(site, "empty")), 200);
  }
});

Deno.test("a host that could hide a path is no name of the same machine", async () => {
  for (
    const host of [
      "x/state?.localhost",
      "a b.localhost",
      "x@.localhost",
      "#.localhost",
      "?localhost",
    ]
  ) {
    assertEquals(await statusOf("/state", { headers: { host } }), 403, host);
  }
});
