import { assertEquals } from "@std/assert";
import { canonical, sameTurn } from "../../src/checks/same_turn.ts";
import type { Turn } from "../../src/turn/turn.ts";
import { finish, usage } from "../support/events.ts";

function turn(more: Partial<Turn> = {}, counts = usage(1, 2, 3, 4)): Turn {
  return {
    reasoning: [],
    text: "Hi",
    toolCalls: [{ id: "a", name: "one", arguments: '{"a":1,"b":[2]}' }],
    finish: finish("stop", { usage: counts }).finish,
    ...more,
  };
}

Deno.test("sameTurn() tells turns apart by text, calls, reason and each count", () => {
  assertEquals(sameTurn(turn(), turn()), true);
  assertEquals(sameTurn(turn(), turn({ text: "Hi " })), false);
  assertEquals(sameTurn(turn(), turn({ toolCalls: [] })), false);
  const other = (json: string) => turn({ toolCalls: [{ id: "a", name: "one", arguments: json }] });
  assertEquals(sameTurn(turn(), other('{"a":1}')), false);
  assertEquals(sameTurn(turn(), other('{"a":1,"b":{"0":2}}')), false);
  assertEquals(sameTurn(turn(), turn({ finish: finish("length").finish })), false);
  for (const counts of [usage(0, 2, 3, 4), usage(1, 0, 3, 4), usage(1, 2, 0, 4), usage(1, 2, 3)]) {
    assertEquals(sameTurn(turn(), turn({}, counts)), false);
    assertEquals(sameTurn(turn(), turn({}, counts), { usage: false }), true);
  }
});

Deno.test("sameTurn() compares arguments as values, and no ids", () => {
  const respelled = { id: "b", name: "one", arguments: '{ "b": [2], "a": 1 }' };
  assertEquals(sameTurn(turn(), turn({ toolCalls: [respelled] })), true);
});

Deno.test("canonical() puts keys in one order at every depth, and tells objects from lists", () => {
  assertEquals(
    canonical({ b: { d: 1, c: 2 }, a: null }),
    canonical({ a: null, b: { c: 2, d: 1 } }),
  );
  assertEquals(
    JSON.stringify(canonical({ a: [] })) === JSON.stringify(canonical({ a: {} })),
    false,
  );
});
