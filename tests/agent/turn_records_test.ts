import { assertEquals, assertThrows } from "@std/assert";
import { isTurnOpen, latestTurn, messagesOf } from "../../src/agent/turn_records.ts";
import type { Json } from "../../src/store/trace_event.ts";

Deno.test("messagesOf() leaves turns out that failed; records are told by their streams too", () => {
  const event = (type: string, stream: string, payload: Json) => ({
    type,
    stream,
    payload,
    seq: 0,
    ts: "2026-01-01T00:00:00.000Z",
  });
  const failure = event("failure", "turn", { name: "Error", message: "m" });
  const trace = [
    event("input", "turn", "1"),
    failure,
    event("input", "turn", { b: 1, a: 2 }),
    event("turn_end", "notes", null),
  ];
  assertEquals(messagesOf(trace), [{ role: "user", content: '{"a":2,"b":1}' }]);
  assertEquals([isTurnOpen(trace), isTurnOpen([]), isTurnOpen([trace[0]!, failure])], [
    true,
    false,
    false,
  ]);
});

Deno.test("latestTurn() and messagesOf() say what was expected", () => {
  assertThrows(() => latestTurn(null as never), TypeError, "must be a list of events");
  assertThrows(() => messagesOf("x" as never), TypeError, "must be a list of events");
});
