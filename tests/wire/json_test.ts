import { assertEquals, assertInstanceOf, assertThrows } from "@std/assert";
import { ModelError } from "../../src/errors.ts";
import type { SseEvent } from "../../src/sse/sse_event.ts";
import {
  arrayOf,
  countOf,
  isDoneSentinel,
  isObject,
  parsePayload,
  providerError,
  quote,
  stringOf,
} from "../../src/wire/json.ts";

function frame(data: string, unterminated = false): SseEvent {
  return { event: undefined, data, id: undefined, unterminated };
}

Deno.test("isObject(), stringOf(), countOf() and arrayOf() take nothing for what it is not", () => {
  const values = [undefined, null, 1, "a", [1], { a: 1 }];
  assertEquals(values.map(isObject), [false, false, false, false, false, true]);
  assertEquals(values.map(stringOf), ["", "", "", "a", "", ""]);
  assertEquals(values.map(countOf), [0, 0, 1, 0, 0, 0]);
  assertEquals(values.map(arrayOf), [[], [], [], [], [1], []]);
});

Deno.test("parsePayload() gives the object of a frame, also of one that lacks its blank line", () => {
  assertEquals(parsePayload(frame('{"a":1} ')), { a: 1 });
  assertEquals(parsePayload(frame('{"a":1}', true)), { a: 1 });
});

Deno.test("parsePayload() gives nothing for a frame that carries nothing", () => {
  for (const data of ["", "  ", ": keepalive"]) assertEquals(parsePayload(frame(data)), undefined);
});

Deno.test("parsePayload() tells a cut frame from one that cannot be read", () => {
  const codeOf = (data: string, unterminated: boolean) =>
    assertThrows(() => parsePayload(frame(data, unterminated)), ModelError).code;
  for (const data of ['{"a":', "", ": keep"]) assertEquals(codeOf(data, true), "INCOMPLETE");
  for (const data of ['{"a":', "<html>", "[]", "null", '"a"']) {
    assertEquals(codeOf(data, false), "STREAM_PROTOCOL");
  }
});

Deno.test("isDoneSentinel() minds no blanks, and takes no other text for it", () => {
  for (const data of ["[DONE]", " [DONE]", "[DONE] \r"]) {
    assertEquals(isDoneSentinel(frame(data)), true);
  }
  for (const data of ["", "[done]", "[DONE", "x[DONE]", `${" ".repeat(99)}[DONE]`]) {
    assertEquals(isDoneSentinel(frame(data)), false);
  }
});

Deno.test("quote() shows the beginning of a long text", () => {
  assertEquals(quote('a"b'), '"a\\"b"');
  assertEquals(quote("a".repeat(999)), `"${"a".repeat(200)}…"`);
});

Deno.test("providerError() tells by its kind what the provider says", () => {
  const cases: [unknown, string, string][] = [
    [{ type: "overloaded_error", message: "Busy" }, "PROVIDER", "overloaded_error: Busy"],
    [{ type: "error", code: "server_error", message: "Busy" }, "PROVIDER", "server_error: Busy"],
    [{ type: "tokens", code: "rate_limit_exceeded", message: "x" }, "RATE_LIMITED", "tokens: x"],
    [{ type: "rate_limit_error", message: "x" }, "RATE_LIMITED", "rate_limit_error: x"],
    [{ code: "insufficient_quota", message: "x" }, "QUOTA", "insufficient_quota: x"],
    [{ type: "billing_error", message: "x" }, "QUOTA", "billing_error: x"],
    [{ code: 503, message: "x", status: "UNAVAILABLE" }, "PROVIDER", "UNAVAILABLE: x"],
    ["gone", "PROVIDER", "gone"],
    [{ detail: "x" }, "PROVIDER", '{"detail":"x"}'],
    [{ type: "toString", message: "x" }, "PROVIDER", "toString: x"],
  ];
  for (const [said, code, detail] of cases) {
    const error = providerError(said);
    assertEquals([error.code, error.message], [
      code,
      `The provider failed within the stream: ${detail}`,
    ]);
  }
});

Deno.test("providerError() carries what else is known, and bounds what is said", () => {
  const usage = { input: 1, output: 2, cacheRead: 3, cacheWrite: 4 };
  const error = providerError({ message: "x".repeat(99_999) }, { usage, requestId: "req_1" });
  assertInstanceOf(error, ModelError);
  assertEquals([error.usage, error.requestId], [usage, "req_1"]);
  assertEquals(error.message.length < 9000, true);
});
