import { runInNewContext } from "node:vm";
import { assert, assertEquals, assertThrows } from "@std/assert";
import { isTraceStoreError, normalPayload } from "../../testing.ts";

/** The path that the refusal of a payload names. */
function refusedAt(payload: unknown): string | undefined {
  const error = assertThrows(() => normalPayload(payload as never, "batch[0].payload"));
  assert(isTraceStoreError(error, "INVALID_EVENT"), String(error));
  return error.info.path;
}

Deno.test("a list with members besides its items is refused, as they would be lost in silence", () => {
  assertEquals(refusedAt(Object.assign([1], { x: 2 })), "batch[0].payload.x");
  assertEquals(refusedAt({ found: "abc".match(/b/) }), "batch[0].payload.found.index");
  assertEquals(refusedAt([Object.assign([], { "-1": 0 })]), "batch[0].payload[0].-1");
  assertEquals(refusedAt(Object.assign([1], { [Symbol("s")]: 2 })), "batch[0].payload");
});

Deno.test("a member of a list that is undefined goes, as it does elsewhere", () => {
  assertEquals(normalPayload(Object.assign([1], { x: undefined }) as never), [1]);
});

Deno.test("a list of a class is an instance of a class", () => {
  class Stack extends Array<number> {}
  assertEquals(refusedAt({ stack: Stack.of(1) }), "batch[0].payload.stack");
});

Deno.test("lists with holes are refused at the first of them", () => {
  const list = [1, 2, 3];
  delete list[1];
  assertEquals(refusedAt(list), "batch[0].payload[1]");
});

Deno.test("a list of another realm is a list", () => {
  const list = runInNewContext("[1, [2], { a: 3 }]");
  assertEquals(list instanceof Array, false);
  assertEquals(normalPayload(list), [1, [2], { a: 3 }]);
});
