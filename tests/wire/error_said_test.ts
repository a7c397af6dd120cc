import { assertEquals } from "@std/assert";
import { errorIn, errorSaid } from "../../src/wire/error_said.ts";

function said(data: unknown, event?: string): ReturnType<typeof errorSaid> {
  const text = typeof data === "string" ? data : JSON.stringify(data);
  return errorSaid({ event, data: text, id: undefined, unterminated: false });
}

Deno.test("errorSaid() finds the error where providers put it", () => {
  const error = { type: "overloaded_error", message: "Overloaded" };
  const requestId = undefined;
  assertEquals(said({ type: "error", error }), { error, requestId });
  assertEquals(said({ error }), { error, requestId });
  assertEquals(said({ error: "Overloaded", choices: [] }), { error: "Overloaded", requestId });
  assertEquals(said({ error, request_id: "req_1" }), { error, requestId: "req_1" });
  const flat = { type: "error", code: "server_error", message: "Overloaded" };
  assertEquals(said(flat), { error: flat, requestId });
});

Deno.test("errorSaid() takes whatever an event named error holds", () => {
  const requestId = undefined;
  assertEquals(said({ message: "x" }, "error"), { error: { message: "x" }, requestId });
  assertEquals(said({ error: { message: "x" } }, "error"), { error: { message: "x" }, requestId });
  assertEquals(said("upstream is gone", "error"), { error: "upstream is gone", requestId });
  assertEquals(said("[1]", "error"), { error: [1], requestId });
});

Deno.test("errorIn() finds in a payload what errorSaid() finds in its frame", () => {
  const payloads = [{ type: "error", message: "x" }, { error: { message: "x" } }, { error: null }];
  for (const payload of payloads) assertEquals(errorIn(payload), said(payload));
});

Deno.test("errorSaid() finds none in frames that only mention one", () => {
  for (const none of [null, false, ""]) assertEquals(said({ error: none }), undefined);
  assertEquals(said({ type: "delta", text: 'an "error"' }), undefined);
  assertEquals(said({ response: { error: { message: "x" } } }), undefined);
  assertEquals(said('{"error":{"mess'), undefined);
  assertEquals(said('["error"]'), undefined);
  assertEquals(said({ type: "message_stop" }, "message_stop"), undefined);
});
