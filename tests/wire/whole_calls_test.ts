import { assertEquals, assertThrows } from "@std/assert";
import { WholeCalls } from "../../src/wire/whole_calls.ts";
import { call } from "../support/events.ts";

function callsOf(...events: readonly ReturnType<typeof call>[]): unknown {
  const calls = new WholeCalls();
  for (const event of events) calls.push(event);
  return calls.calls();
}

Deno.test("WholeCalls joins the pieces of each call, in order of first appearance", () => {
  assertEquals(
    callsOf(
      call(1, '{"a"', { id: "x" }),
      call(0, "", { name: "g" }),
      call(1, ":1}", { name: "f" }),
    ),
    [{ id: "x", name: "f", arguments: { a: 1 } }, { id: undefined, name: "g", arguments: {} }],
  );
});

Deno.test("WholeCalls keeps the first id and the first name", () => {
  assertEquals(
    callsOf(call(0, "{}", { id: "x", name: "f" }), call(0, "", { id: "y", name: "g" })),
    [{ id: "x", name: "f", arguments: {} }],
  );
});

Deno.test("WholeCalls refuses arguments that are no JSON object, and says which", () => {
  for (const args of ["{", "null", "[]", "1", "{}{}"]) {
    assertThrows(
      () => callsOf(call(0, args, { name: "f" })),
      TypeError,
      `Cannot encode the tool call "f" as its arguments must be a JSON object on this wire: ` +
        `current value is ${JSON.stringify(args)}`,
    );
  }
});
