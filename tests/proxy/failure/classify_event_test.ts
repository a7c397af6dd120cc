import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { classifyEvent } from "../../../src/proxy/failure/classify_event.ts";
import type { FailureKind, FailureScope } from "../../../src/proxy/failure/failure.ts";

const NOW = Date.UTC(2026, 10, 30);

type Row = readonly [error: unknown, status: number | undefined, kind: FailureKind];
const rows: readonly Row[] = [
  [{ code: 429 }, 429, "rate_limit"],
  [{ code: "429", message: "Slow" }, 429, "rate_limit"],
  [{ code: "rate_limit_exceeded", type: "invalid_request_error" }, 429, "rate_limit"],
  [{ status: 503 }, 503, "overloaded"],
  [{ status_code: 502 }, 502, "server_error"],
  [{ code: 400, message: "Too long" }, 400, "bad_request"],
  [{ code: 502, message: "Provider returned error", metadata: {} }, 502, "server_error"],
  [{ type: "overloaded_error", message: "Overloaded" }, 503, "overloaded"],
  [{ type: "rate_limit_error" }, 429, "rate_limit"],
  [{ type: "api_error" }, 500, "server_error"],
  [{ type: "timeout_error" }, 504, "timeout"],
  [{ type: "server_error", code: null }, 500, "server_error"],
  [{ code: "server_error" }, 500, "server_error"],
  [{ code: "server_is_overloaded" }, 503, "overloaded"],
  [{ code: "slow_down" }, 503, "overloaded"],
  [{ code: "insufficient_quota" }, 429, "quota"],
  [{ type: "billing_error" }, 429, "quota"],
  [{ type: "authentication_error" }, 401, "auth"],
  [{ type: "permission_error" }, 403, "auth"],
  [{ code: "context_length_exceeded", type: "invalid_request_error" }, 400, "bad_request"],
  [{ type: "invalid_request_error", message: "No" }, 400, "bad_request"],
  [{ status: "RESOURCE_EXHAUSTED" }, 429, "rate_limit"],
  [{ code: 8, status: "UNAVAILABLE" }, 503, "overloaded"],
  [{ status: "DEADLINE_EXCEEDED" }, 504, "timeout"],
  [{ message: "Rate limit reached for requests" }, 429, "rate_limit"],
  ["The engine is currently overloaded", 503, "overloaded"],
  ["Too Many Requests", 429, "rate_limit"],
  [{ message: "Something broke" }, undefined, "stream_error"],
  [{ code: 1000 }, undefined, "stream_error"],
  [{ code: 200 }, undefined, "stream_error"],
  ["boom", undefined, "stream_error"],
  [null, undefined, "stream_error"],
  [true, undefined, "stream_error"],
  [[], undefined, "stream_error"],
  [{}, undefined, "stream_error"],
];
for (const [error, status, kind] of rows) {
  Deno.test(`classifyEvent() takes ${JSON.stringify(error)} for ${kind}`, () => {
    const failure = classifyEvent(error, NOW);
    assertEquals([failure.status, failure.kind], [status, kind]);
  });

  Deno.test(`classifyEvent() takes ${JSON.stringify(error)} in its payload for ${kind}`, () => {
    assertEquals(classifyEvent({ type: "error", error }, NOW).kind, kind);
  });
}

Deno.test("classifyEvent() reads a failed response of the Responses API", () => {
  const error = { code: "rate_limit_exceeded", message: "Please try again in 1.5s." };
  const payload = { type: "response.failed", response: { status: "failed", error } };
  const failure = classifyEvent(payload, NOW);
  assertEquals(
    [failure.kind, failure.code, failure.hintMs, failure.message],
    [
      "rate_limit",
      "rate_limit_exceeded",
      1500,
      "The upstream failed within its answer: Please try again in 1.5s.",
    ],
  );
});

Deno.test("classifyEvent() lets what each error stands for rest", () => {
  const scopes: Record<string, FailureScope> = {
    overloaded_error: "upstream",
    rate_limit_error: "key",
    invalid_request_error: "none",
    whatever: "upstream",
  };
  for (const [type, scope] of Object.entries(scopes)) {
    const failure = classifyEvent({ type }, NOW);
    assertEquals([failure.scope, failure.failover], [scope, scope !== "none"]);
  }
});

Deno.test("classifyEvent() tells no secrets", () => {
  const failure = classifyEvent({ message: "Bad key dk-live_0a1b2c3d" }, NOW, {
    secrets: ["dk-live_0a1b2c3d"],
  });
  assertEquals(failure.message, "The upstream failed within its answer: Bad key [redacted]");
});

Deno.test("classifyEvent() judges whatever stands in place of an error", () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      const { message, status, hintMs } = classifyEvent(value, NOW);
      assert(message.startsWith("The upstream failed within its answer"));
      assert(status === undefined || (status >= 400 && status <= 599));
      assert(hintMs === undefined || Number.isInteger(hintMs));
    }),
    { numRuns: 2000 },
  );
});
