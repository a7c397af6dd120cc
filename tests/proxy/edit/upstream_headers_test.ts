import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import fc from "fast-check";
import { upstreamHeaders } from "../../../src/proxy/edit/upstream_headers.ts";
import { type UpstreamInit, upstreamPlan } from "./upstream_plan.ts";

const OWN = { "content-type": "application/json", "accept-encoding": "identity" };

function sent(client: HeadersInit, init: UpstreamInit = {}, key?: string) {
  return Object.fromEntries(upstreamHeaders(new Headers(client), upstreamPlan(init), key));
}

Deno.test("upstreamHeaders() passes on what is known to be harmless", () => {
  const client = {
    "Accept": "text/event-stream",
    "Accept-Language": "de",
    "User-Agent": "OpenAI/JS 6.0.0",
    "OpenAI-Beta": "assistants=v2",
    "Anthropic-Version": "2023-06-01",
    "Anthropic-Beta": "a,b",
    "TraceParent": "00-1-2-01",
    "TraceState": "x=1",
    "X-Request-Id": "r1",
    "X-Client-Request-Id": "r2",
    "X-Stainless-Retry-Count": "0",
  };
  const lower = Object.entries(client).map(([name, value]) => [name.toLowerCase(), value]);
  assertEquals(sent(client), { ...Object.fromEntries(lower), ...OWN });
});

const HOP_BY_HOP = [
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authentication-info",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
];

const SECRETS = [
  "authorization",
  "x-api-key",
  "api-key",
  "x-goog-api-key",
  "cookie",
  "host",
  "forwarded",
  "expect",
  "content-length",
  "content-encoding",
  "accept-encoding",
];

Deno.test.each([...SECRETS, ...HOP_BY_HOP].map((name) => ({ name })))(
  "upstreamHeaders() never passes on the client's $name, not even when told to forward it",
  ({ name }) => {
    // Some of these names cannot be had from a Headers of every runtime, but can from a server.
    const client = {
      get: () => null,
      *[Symbol.iterator]() {
        yield [name, "secret"] as const;
      },
    };
    const plan = upstreamPlan({ headers: { forward: new Set([name]) }, auth: "none" });
    const headers = upstreamHeaders(client, plan, undefined);
    assertEquals(Object.fromEntries(headers), OWN);
  },
);

Deno.test("upstreamHeaders() keeps what it does not know, unless the configuration forwards it", () => {
  const client = {
    "x-tenant": "t",
    "x-forwarded-for": "10.0.0.1",
    "x-real-ip": "10.0.0.1",
    "cf-access-jwt-assertion": "j",
    "openai-organization": "o",
    "openai-project": "p",
    "idempotency-key": "i",
    "baggage": "b",
    "origin": "https://a.test",
    "referer": "https://a.test",
    "sec-fetch-site": "same-origin",
  };
  assertEquals(sent(client), OWN);
  const forward = new Set(["x-tenant", "openai-project"]);
  assertEquals(sent(client, { headers: { forward } }), {
    "x-tenant": "t",
    "openai-project": "p",
    ...OWN,
  });
});

Deno.test("upstreamHeaders() leaves out what the client's connection header names", () => {
  const client = {
    "connection": "close, X-Request-Id ,x-tenant,authorization",
    "x-request-id": "r",
    "x-tenant": "t",
    "accept": "*/*",
  };
  const init = { headers: { forward: new Set(["x-tenant"]) } };
  assertEquals(sent(client, init, "k"), { accept: "*/*", authorization: "Bearer k", ...OWN });
});

Deno.test.each(
  [
    { auth: "bearer", expected: { authorization: "Bearer k" } },
    { auth: "x-api-key", expected: { "x-api-key": "k" } },
    { auth: "api-key", expected: { "api-key": "k" } },
    { auth: "none", expected: {} },
  ] as const,
)("upstreamHeaders() sends the key as $auth, in place of the client's", ({ auth, expected }) => {
  const client = { authorization: "Bearer client", "x-api-key": "client", "api-key": "client" };
  assertEquals(sent(client, { auth }, "k"), { ...expected, ...OWN });
  assertEquals(sent(client, { auth }), OWN);
});

Deno.test("upstreamHeaders() removes and sets what the configuration says, setting last", () => {
  const headers = {
    set: new Map([["user-agent", "proxy"], ["authorization", "Custom k"], ["x-new", "é"]]),
    remove: new Set(["accept", "user-agent", "x-stainless-os"]),
  };
  const client = {
    accept: "*/*",
    "user-agent": "a",
    "x-stainless-os": "Linux",
    "x-stainless-lang": "js",
  };
  assertEquals(sent(client, { headers }, "k"), {
    "x-stainless-lang": "js",
    "user-agent": "proxy",
    authorization: "Custom k",
    "x-new": "é",
    ...OWN,
  });
});

Deno.test("upstreamHeaders() sets nothing that is the transport's", () => {
  const names = [
    "host",
    "content-length",
    "accept-encoding",
    "content-encoding",
    "expect",
    ...HOP_BY_HOP,
  ];
  const set = new Map(names.map((name) => [name, "x"]));
  assertEquals(sent({}, { headers: { set } }), OWN);
});

Deno.test("upstreamHeaders() refuses a value with a line break, a NUL or another control, and does not show it", () => {
  for (const bad of ["\r\n", "\n", "\r", "\0", "\x07", "\x7f", "日"]) {
    const value = `secret${bad}x: y`;
    const set = new Map([["x-a", value]]);
    for (
      const send of [
        () => sent({}, {}, value),
        () => sent({}, { auth: "x-api-key" }, value),
        () => sent({}, { headers: { set } }),
      ]
    ) {
      const error = assertThrows(send, TypeError, "header");
      assert(!error.message.includes("secret"));
    }
  }
  assertStringIncludes(sent({}, {}, "a\tb é")["authorization"]!, "a\tb é");
});

Deno.test("upstreamHeaders() sends only values that cannot begin another header, whatever a client sends", () => {
  const names = fc.constantFrom(
    "accept",
    "user-agent",
    "x-stainless-a",
    "x-request-id",
    "tracestate",
  );
  const entry = fc.tuple(names, fc.string({ unit: "binary" }));
  fc.assert(
    fc.property(fc.array(entry), (entries) => {
      const client = { get: () => null, [Symbol.iterator]: () => entries[Symbol.iterator]() };
      const headers = upstreamHeaders(client, upstreamPlan(), "k");
      for (const [name, value] of headers) {
        assertEquals(new Headers([[name, value]]).get(name), value.replace(/^[\t ]+|[\t ]+$/g, ""));
        const isSafe = (char: string) => char >= " " && char !== "\x7f" && char <= "\xff";
        assert([...value].every((char) => char === "\t" || isSafe(char)));
      }
    }),
    { numRuns: 2000 },
  );
});
