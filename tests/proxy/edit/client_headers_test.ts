import { assertEquals } from "@std/assert";
import { clientHeaders } from "../../../src/proxy/edit/client_headers.ts";

const OWN = { "cache-control": "no-store, no-transform", "x-content-type-options": "nosniff" };

function passed(upstream: HeadersInit) {
  const { headers, encoding } = clientHeaders(new Headers(upstream));
  return { headers, encoding };
}

Deno.test("clientHeaders() passes on what describes the answer", () => {
  const upstream = {
    "content-type": "text/event-stream; charset=utf-8",
    "content-language": "de",
    "openai-model": "m",
    "openai-processing-ms": "12",
    "openai-version": "2020-10-01",
    "request-id": "req_1",
  };
  assertEquals(passed(upstream).headers, { ...upstream, "x-upstream-request-id": "req_1", ...OWN });
});

Deno.test("clientHeaders() gives the upstream's request id under a name of its own", () => {
  assertEquals(passed({ "x-request-id": "r" }).headers, { "x-upstream-request-id": "r", ...OWN });
});

Deno.test.each([
  "set-cookie",
  "server",
  "via",
  "alt-svc",
  "location",
  "strict-transport-security",
  "access-control-allow-origin",
  "content-security-policy",
  "clear-site-data",
  "www-authenticate",
  "age",
  "etag",
  "expires",
  "cf-ray",
  "openai-organization",
  "openai-project",
  "x-ratelimit-remaining-requests",
  "anthropic-ratelimit-tokens-remaining",
  "retry-after",
  "retry-after-ms",
  "x-should-retry",
  "x-proxy-upstream",
  "connection",
  "keep-alive",
  "transfer-encoding",
  "trailer",
  "upgrade",
  "content-length",
].map((name) => ({ name })))("clientHeaders() keeps $name from the client", ({ name }) => {
  assertEquals(passed({ [name]: "1" }).headers, OWN);
});

Deno.test("clientHeaders() says itself how the answer may be kept", () => {
  const upstream = { "cache-control": "public, max-age=9", "x-content-type-options": "none" };
  assertEquals(passed(upstream).headers, OWN);
});

Deno.test("clientHeaders() leaves out what the upstream's connection header names", () => {
  const upstream = { connection: "OpenAI-Model", "openai-model": "m", "openai-version": "v" };
  assertEquals(passed(upstream).headers, { "openai-version": "v", ...OWN });
});

Deno.test.each([
  { coding: "gzip", encoding: "gzip" },
  { coding: "GZip", encoding: "gzip" },
  { coding: "gzip, br", encoding: "gzip, br" },
])("clientHeaders() keeps the coding $coding, and tells of it", ({ coding, encoding }) => {
  const found = passed({ "content-encoding": coding, "content-length": "5" });
  assertEquals(found, { headers: { "content-encoding": coding, ...OWN }, encoding });
});

Deno.test.each([{ coding: "identity" }, { coding: "Identity" }, { coding: "" }])(
  "clientHeaders() passes over the coding '$coding', which is none",
  ({ coding }) => {
    assertEquals(passed({ "content-encoding": coding }), { headers: OWN, encoding: undefined });
  },
);

Deno.test("clientHeaders() gives headers that can be added to", () => {
  const { headers } = clientHeaders(new Headers());
  headers["x-proxy-attempts"] = "2";
  assertEquals(headers, { ...OWN, "x-proxy-attempts": "2" });
});
