import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { toBytes } from "../../../src/bytes.ts";
import { classifyStatus } from "../../../src/proxy/failure/classify_status.ts";
import type { Failure, FailureKind, FailureScope } from "../../../src/proxy/failure/failure.ts";

const NOW = Date.UTC(2026, 10, 30);
type Options = Omit<Parameters<typeof classifyStatus>[1], "nowMs">;

function classify(status: number, body: unknown = "", options: Options = {}): Failure {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const headers = new Headers({ "content-type": "application/json" });
  return classifyStatus({ status, headers, body: toBytes(text) }, { ...options, nowMs: NOW });
}

const openai = (code: string | null, type: string, message = "No") => ({
  error: { message, type, param: null, code },
});
const anthropic = (type: string, message = "No") => ({ type: "error", error: { type, message } });
const gemini = (code: number, status: string, message = "No", details: unknown[] = []) => ({
  error: { code, status, message, details },
});
const DAY = [{
  "@type": "type.googleapis.com/google.rpc.QuotaFailure",
  violations: [{ quotaId: "GenerateRequestsPerDayPerProjectPerModel-FreeTier" }],
}];
const BAD_KEY = [{
  "@type": "type.googleapis.com/google.rpc.ErrorInfo",
  reason: "API_KEY_INVALID",
}];

type Row = readonly [
  status: number,
  body: unknown,
  kind: FailureKind,
  scope: FailureScope,
  failover: boolean,
];
const rows: readonly Row[] = [
  [429, "", "rate_limit", "key", true],
  [429, openai("rate_limit_exceeded", "tokens", "Rate limit reached"), "rate_limit", "key", true],
  [429, anthropic("rate_limit_error"), "rate_limit", "key", true],
  [429, gemini(429, "RESOURCE_EXHAUSTED"), "rate_limit", "key", true],
  [429, openai("insufficient_quota", "insufficient_quota"), "quota", "key", true],
  [429, openai("billing_hard_limit_reached", "requests"), "quota", "key", true],
  [
    429,
    gemini(429, "RESOURCE_EXHAUSTED", "You exceeded your current quota", DAY),
    "quota",
    "key",
    true,
  ],
  [429, openai("engine_overloaded", "server_error"), "overloaded", "upstream", true],
  [402, "", "quota", "key", true],
  [402, openai(null, "unknown_error", "Insufficient Balance"), "quota", "key", true],
  [403, openai("insufficient_balance", "x"), "quota", "key", true],
  [
    400,
    anthropic("invalid_request_error", "Your credit balance is too low to access"),
    "quota",
    "key",
    true,
  ],
  [401, "", "auth", "key", true],
  [401, anthropic("authentication_error"), "auth", "key", true],
  [403, anthropic("permission_error"), "auth", "key", true],
  [400, gemini(400, "INVALID_ARGUMENT", "API key not valid", BAD_KEY), "auth", "key", true],
  [403, gemini(403, "PERMISSION_DENIED"), "auth", "key", true],
  [403, openai("rate_limit_exceeded", "x"), "rate_limit", "key", true],
  [500, "", "server_error", "upstream", true],
  [500, anthropic("api_error"), "server_error", "upstream", true],
  [501, "", "server_error", "upstream", true],
  [502, "<html>Bad Gateway</html>", "server_error", "upstream", true],
  [503, "", "overloaded", "upstream", true],
  [503, gemini(503, "UNAVAILABLE", "The model is overloaded"), "overloaded", "upstream", true],
  [503, openai("model_not_found", "x", "No channel"), "overloaded", "upstream", true],
  [500, openai("invalid_api_key", "x"), "server_error", "upstream", true],
  [504, "", "timeout", "upstream", true],
  [524, "", "timeout", "upstream", true],
  [529, anthropic("overloaded_error"), "overloaded", "upstream", true],
  [599, "", "server_error", "upstream", true],
  [408, "", "timeout", "upstream", true],
  [404, openai("model_not_found", "invalid_request_error"), "not_found", "upstream", true],
  [404, anthropic("not_found_error", "model: claude-9"), "not_found", "upstream", true],
  [
    404,
    gemini(404, "NOT_FOUND", "models/x is not found for API version v1"),
    "not_found",
    "upstream",
    true,
  ],
  [
    404,
    { object: "error", message: "The model `x` does not exist.", code: 404 },
    "not_found",
    "upstream",
    true,
  ],
  [410, openai("model_decommissioned", "x"), "not_found", "upstream", true],
  [400, openai("model_not_found", "invalid_request_error"), "not_found", "upstream", true],
  [404, { detail: "Not Found" }, "not_found", "none", true],
  [404, "<html>models</html>", "not_found", "none", true],
  [400, openai(null, "invalid_request_error"), "bad_request", "none", false],
  [400, openai("context_length_exceeded", "invalid_request_error"), "bad_request", "none", false],
  [400, openai("content_filter", "x"), "bad_request", "none", false],
  [403, openai("content_policy_violation", "x"), "bad_request", "none", false],
  [500, openai("content_policy_violation", "server_error"), "bad_request", "none", false],
  [413, anthropic("request_too_large"), "bad_request", "none", false],
  [422, { detail: [{ msg: "field required" }] }, "bad_request", "none", false],
  [405, "", "bad_request", "none", false],
  [409, "", "bad_request", "none", false],
  [499, "", "bad_request", "none", true],
  [301, "", "protocol", "upstream", true],
  [304, "", "protocol", "upstream", true],
  [101, "", "protocol", "upstream", true],
];
for (const [status, body, kind, scope, failover] of rows) {
  Deno.test(`classifyStatus() takes ${status} ${JSON.stringify(body).slice(0, 140)} for ${kind}`, () => {
    const failure = classify(status, body);
    assertEquals([failure.kind, failure.scope, failure.failover], [kind, scope, failover]);
    assertEquals(failure.status, status);
  });
}

Deno.test("classifyStatus() gives what waiting does not mend a minute at least", () => {
  const rests = [
    classify(402, openai(null, "unknown_error", "Insufficient Balance")),
    classify(401),
    classify(403),
    classify(429, openai("insufficient_quota", "x")),
    classify(400, anthropic("invalid_request_error", "Your credit balance is too low")),
  ].map(({ minRestMs }) => minRestMs);
  assertEquals(rests, [60_000, 60_000, 60_000, 60_000, 60_000]);
  const others = [classify(429), classify(500), classify(402)].map(({ minRestMs }) => minRestMs);
  assertEquals(others, [undefined, undefined, undefined]);
});

Deno.test("D17: 20 answers of the client's making let nothing rest and are sent nowhere else", () => {
  for (let count = 0; count < 20; count++) {
    const failure = classify(400, openai("invalid_value", "invalid_request_error"));
    assertEquals([failure.scope, failure.failover], ["none", false]);
  }
});

Deno.test("classifyStatus() sends what is at fault to the next upstream if told to, and lets nothing rest", () => {
  const told = [400, 413, 422, 409].map((status) => classify(status, "", { failoverOn400: true }));
  assertEquals(told.map(({ failover }) => failover), [true, true, true, false]);
  assertEquals(told.map(({ scope }) => scope), ["none", "none", "none", "none"]);
});

Deno.test("classifyStatus() tells the provider's sentence, its word and its wish to wait", () => {
  const body = toBytes(
    JSON.stringify(openai("rate_limit_exceeded", "requests", "Slow\u001b[31m down\nplease")),
  );
  const headers = new Headers({ "retry-after": "3", "content-type": "application/json" });
  const failure = classifyStatus({ status: 429, headers, body }, { nowMs: NOW });
  assertEquals(failure.message, "The upstream answered 429: Slow\\u001b[31m down please");
  assertEquals([failure.code, failure.hintMs], ["rate_limit_exceeded", 3000]);
  assert(failure.answer?.body === body);
  assertEquals([failure.answer.status, failure.answer.contentType], [429, "application/json"]);
});

Deno.test("classifyStatus() says of a redirect what to do about it", () => {
  assertEquals(
    classify(302).message,
    "The upstream answered 302, a redirect, which is never followed: set the provider's 'url' to where its API is",
  );
});

Deno.test("classifyStatus() cuts a long sentence between characters, and tells no page", () => {
  const { message } = classify(500, openai(null, "x", "🙂".repeat(5000)));
  assertEquals([...message].length, "The upstream answered 500: ".length + 301);
  assert(message.isWellFormed());
  assertEquals(classify(500, "<html>secret page</html>").message, "The upstream answered 500");
});

Deno.test("classifyStatus() lets no key of the provider through, whole, in part, or over the cut", () => {
  const key = "dk-live_0A1b2C3d4E5f6A7b8C9d";
  for (let padding = 250; padding < 310; padding++) {
    const message = `${"x ".repeat(padding / 2)}${key}`;
    const failure = classify(401, { error: { message, code: key, type: key } }, { secrets: [key] });
    const told = JSON.stringify({ ...failure, answer: undefined }) +
      new TextDecoder().decode(failure.answer?.body);
    assert(!told.toLowerCase().includes("0a1b2c3d"), told);
    assert(!told.includes("dk-live"), told);
  }
});

Deno.test("classifyStatus() judges any body of any status, and waits within bounds", () => {
  const json = fc.oneof(
    fc.string(),
    fc.json(),
    fc.anything().map((some) => {
      try {
        return JSON.stringify({ error: some, detail: [some] }) ?? "";
      } catch {
        return "";
      }
    }),
  );
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 999 }), json, (status, body) => {
      const failure = classify(status, body);
      assert(failure.message.startsWith(`The upstream answered ${status}`));
      assert(
        status < 300 || status >= 400 || failure.kind === "protocol" || failure.kind !== "auth",
      );
      if (failure.scope !== "none") assert(failure.failover);
    }),
    { numRuns: 2000 },
  );
});
