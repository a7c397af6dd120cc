import { assert, assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { fetchModel } from "../../src/adapter/fetch_model.ts";
import { ModelError } from "../../src/errors.ts";
import type { Clock } from "../../src/clock.ts";
import { assemble } from "../../src/turn/assemble.ts";
import { ALL_WIRES } from "./fake_fetch.ts";
import { probeBody } from "./probe_body.ts";
import { PLAIN } from "./requests/sample_request.ts";

const NOW = Date.UTC(2026, 10, 30, 12);
const CLOCK: Clock = { now: () => NOW, sleep: () => Promise.reject(new Error("no timers")) };

async function failureOf(answer: () => Response | Promise<Response>, wire = ALL_WIRES[0]!) {
  let calls = 0;
  const model = fetchModel({
    wire: wire.id,
    baseUrl: "http://api.example/base?key=secret",
    model: "m",
    clock: CLOCK,
    // deno-lint-ignore require-await -- A throw of the answer has to reject.
    async fetch() {
      calls++;
      return answer();
    },
  });
  const error = await assertRejects(() => assemble(model.stream(PLAIN)), ModelError);
  assertEquals(calls, 1, "nothing is sent twice");
  return error;
}

/** Bodies as the providers send them. */
const BODIES = {
  openAi: {
    error: { message: "Slow down", type: "requests", param: null, code: "rate_limit_exceeded" },
  },
  openAiQuota: {
    error: { message: "No money", type: "insufficient_quota", code: "insufficient_quota" },
  },
  openAiHardLimit: {
    error: { message: "Limit", type: "invalid_request_error", code: "billing_hard_limit_reached" },
  },
  openAiInactive: { error: { message: "Off", type: "billing_not_active", code: null } },
  anthropic: {
    type: "error",
    error: { type: "overloaded_error", message: "Overloaded" },
    request_id: "req_a",
  },
  anthropicBilling: { type: "error", error: { type: "billing_error", message: "Unpaid" } },
  mixedQuota: {
    error: { message: "Unpaid", type: "rate_limit_error", code: "insufficient_quota" },
  },
  gemini: { error: { code: 429, message: "Exhausted", status: "RESOURCE_EXHAUSTED" } },
  ollama: { error: "model not found" },
  cohere: { id: "x", message: "invalid request" },
  fastApi: { detail: [{ loc: ["body"], msg: "Field required" }, { msg: "Bad type" }] },
  fastApiText: { detail: "Not Found" },
};

function googleQuota(quotaId: string) {
  const type = "type.googleapis.com/google.rpc.";
  return {
    error: {
      ...BODIES.gemini.error,
      details: [
        { "@type": `${type}Help` },
        { "@type": `${type}QuotaFailure`, violations: [null, { quotaId }] },
        { "@type": `${type}RetryInfo`, retryDelay: "34s" },
      ],
    },
  };
}

const PER_MINUTE = "GenerateRequestsPerMinutePerProjectPerModel-FreeTier";
const PER_DAY = "GenerateRequestsPerDayPerProjectPerModel-FreeTier";

Deno.test.each([
  { status: 429, body: BODIES.openAi, code: "RATE_LIMITED", says: "Slow down" },
  { status: 429, body: BODIES.openAiQuota, code: "QUOTA", says: "No money" },
  { status: 400, body: BODIES.openAiHardLimit, code: "QUOTA", says: "Limit" },
  { status: 429, body: BODIES.openAiInactive, code: "QUOTA", says: "Off" },
  { status: 429, body: BODIES.mixedQuota, code: "QUOTA", says: "Unpaid" },
  { status: 402, body: {}, code: "QUOTA", says: '"{}"' },
  { status: 400, body: BODIES.anthropicBilling, code: "QUOTA", says: "Unpaid" },
  { status: 529, body: BODIES.anthropic, code: "STATUS", says: "Overloaded" },
  { status: 429, body: BODIES.gemini, code: "RATE_LIMITED", says: "Exhausted" },
  { status: 429, body: [BODIES.gemini], code: "RATE_LIMITED", says: "Exhausted" },
  { status: 429, body: googleQuota(PER_MINUTE), code: "RATE_LIMITED", says: "Exhausted" },
  { status: 429, body: googleQuota(PER_DAY), code: "QUOTA", says: "Exhausted" },
  { status: 404, body: BODIES.ollama, code: "STATUS", says: "model not found" },
  { status: 400, body: BODIES.cohere, code: "STATUS", says: "invalid request" },
  { status: 422, body: BODIES.fastApi, code: "STATUS", says: "Field required; Bad type" },
  { status: 404, body: BODIES.fastApiText, code: "STATUS", says: "Not Found" },
  { status: 401, body: "go away", code: "STATUS", says: '"go away"' },
  { status: 500, body: "[]", code: "STATUS", says: '"[]"' },
  { status: 500, body: "null", code: "STATUS", says: '"null"' },
  {
    status: 502,
    body: "<html>Bad gateway</html>",
    code: "STATUS",
    says: '"<html>Bad gateway</html>"',
  },
  { status: 503, body: "", code: "STATUS", says: "" },
  { status: 500, body: { error: null }, code: "STATUS", says: '"{\\"error\\":null}"' },
])(
  'httpFailure() calls a $status that says "$says" a $code',
  async ({ status, body, code, says }) => {
    const sent = typeof body === "string" ? body : JSON.stringify(body);
    for (const wire of ALL_WIRES) {
      const error = await failureOf(() => new Response(sent, { status }), wire);
      assertEquals([error.code, error.status], [code, status]);
      const detail = says === "" ? "" : `: ${says}`;
      assertEquals(error.message, `The provider answered ${status}${detail}`);
    }
  },
);

Deno.test.each([
  { name: "x-request-id", headers: { "x-request-id": "a" }, id: "a" },
  { name: "request-id", headers: { "request-id": "a" }, id: "a" },
  { name: "apim-request-id", headers: { "apim-request-id": "a" }, id: "a" },
  { name: "x-debug-trace-id", headers: { "x-debug-trace-id": "a" }, id: "a" },
  { name: "the body", headers: {}, id: "req_a" },
  { name: "a header before the body", headers: { "request-id": "a" }, id: "a" },
])("httpFailure() takes the id of the request from $name", async ({ headers, id }) => {
  const body = JSON.stringify(BODIES.anthropic);
  const sent = headers as Record<string, string>;
  const error = await failureOf(() => new Response(body, { status: 500, headers: sent }));
  assertEquals(error.requestId, id);
});

Deno.test.each([
  { name: "retry-after", headers: { "retry-after": "3" }, ms: 3000 },
  { name: "retry-after-ms", headers: { "retry-after": "3", "retry-after-ms": "20" }, ms: 20 },
  { name: "a date", headers: { "retry-after": "Mon, 30 Nov 2026 12:00:05 GMT" }, ms: 5000 },
  { name: "Google's body", headers: {}, ms: 34_000 },
])("httpFailure() takes the wait from $name", async ({ headers, ms }) => {
  const body = JSON.stringify(googleQuota(PER_MINUTE));
  const sent = headers as Record<string, string>;
  const error = await failureOf(() => new Response(body, { status: 429, headers: sent }));
  assertEquals([error.code, error.retryAfterMs], ["RATE_LIMITED", ms]);
});

Deno.test("httpFailure() keeps the wait of a failure that is no limit", async () => {
  const headers = { "retry-after": "3" };
  const error = await failureOf(() => new Response("", { status: 503, headers }));
  assertEquals([error.code, error.retryAfterMs], ["STATUS", 3000]);
});

Deno.test("httpFailure() reads 8 KiB of an endless body and cancels the rest", async () => {
  const body = probeBody(Array.from({ length: 100 }, () => "x".repeat(3000)));
  const error = await failureOf(() => new Response(body.stream, { status: 500 }));
  assertEquals([error.code, body.reads(), body.cancels.length], ["STATUS", 3, 1]);
  assert(error.message.length < 500, "a page is not poured into the message");
});

Deno.test("httpFailure() takes what came before the body of a failure failed", async () => {
  const body = probeBody(["over", "loaded", { error: new TypeError("reset") }]);
  const error = await failureOf(() => new Response(body.stream, { status: 503 }));
  assertEquals([error.code, error.status], ["STATUS", 503]);
  assert(error.message.includes("overloaded"), error.message);
});

Deno.test("fetchModel() follows no redirect, which could carry the key elsewhere", async () => {
  const headers = { location: "https://evil.example/" };
  const error = await failureOf(() => new Response(null, { status: 307, headers }));
  assertEquals([error.code, error.status], ["STATUS", 307]);
  assert(error.message.includes('"https://evil.example/"'), error.message);
  assert(error.message.includes("'baseUrl'"), error.message);
});

Deno.test("fetchModel() knows a redirect whose place a browser hides", async () => {
  const error = await failureOf(() => {
    const response = new Response(null, { status: 400 });
    Object.defineProperty(response, "status", { value: 0 });
    return Object.defineProperty(response, "type", { value: "opaqueredirect" });
  });
  assert(error.message.includes("redirect"), error.message);
});

Deno.test("fetchModel() calls a fetch that fails a NETWORK failure, without the query in its message", async () => {
  const cause = new TypeError("refused");
  const error = await failureOf(() => Promise.reject(cause));
  assertEquals([error.code, error.status], ["NETWORK", undefined]);
  assertStrictEquals(error.cause, cause);
  assert(error.message.includes("http://api.example/base/"), error.message);
  assert(!error.message.includes("secret"), error.message);
});
