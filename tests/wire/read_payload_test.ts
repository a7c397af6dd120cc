import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { ModelError } from "../../src/errors.ts";
import type { SseEvent } from "../../src/sse/sse_event.ts";
import { readPayload } from "../../src/wire/read_payload.ts";

function frame(data: unknown, event?: string): SseEvent {
  const text = typeof data === "string" ? data : JSON.stringify(data);
  return { event, data: text, id: undefined, unterminated: false };
}

function failure(data: unknown, event?: string): ModelError {
  const error = assertThrows(() => readPayload(frame(data, event)), ModelError);
  assertStringIncludes(error.message, "The provider failed within the stream: ");
  return error;
}

function said(data: unknown, event?: string): string {
  return failure(data, event).message.replace("The provider failed within the stream: ", "");
}

Deno.test("readPayload() finds the error where providers put it", () => {
  const error = { type: "overloaded_error", message: "Overloaded" };
  assertEquals(said({ type: "error", error }), "overloaded_error: Overloaded");
  assertEquals(said({ error }), "overloaded_error: Overloaded");
  assertEquals(said({ error: "Overloaded", choices: [] }), "Overloaded");
  const flat = { type: "error", code: "server_error", message: "Overloaded" };
  assertEquals(said(flat), "server_error: Overloaded");
});

Deno.test("readPayload() gives the request's id where it stands beside the error", () => {
  const error = { message: "Overloaded" };
  assertEquals(failure({ error, request_id: "req_1" }).requestId, "req_1");
  assertEquals(failure({ error, request_id: "req_1" }, "error").requestId, "req_1");
  assertEquals(failure({ error }).requestId, undefined);
});

Deno.test("readPayload() takes whatever an event named error holds", () => {
  assertEquals(said({ message: "x" }, "error"), "x");
  assertEquals(said({ error: { message: "x" } }, "error"), "x");
  assertEquals(said({ error: null, message: "x" }, "error"), "x");
  assertEquals(said("upstream is gone", "error"), "upstream is gone");
  assertEquals(said("[1]", "error"), "[1]");
});

Deno.test("readPayload() gives a payload that only mentions an error", () => {
  for (const error of [null, false, ""]) assertEquals(readPayload(frame({ error })), { error });
  const delta = { type: "delta", text: 'an "error"' };
  assertEquals(readPayload(frame(delta)), delta);
  const nested = { response: { error: { message: "x" } } };
  assertEquals(readPayload(frame(nested)), nested);
  const stop = { type: "message_stop" };
  assertEquals(readPayload(frame(stop, "message_stop")), stop);
});

Deno.test("readPayload() fails on what is no payload at all", () => {
  const cut = { ...frame('{"error":{"mess'), unterminated: true };
  assertEquals(assertThrows(() => readPayload(cut), ModelError).code, "INCOMPLETE");
  const list = assertThrows(() => readPayload(frame('["error"]')), ModelError);
  assertEquals(list.code, "STREAM_PROTOCOL");
  assertEquals(readPayload(frame(": keepalive")), undefined);
});
