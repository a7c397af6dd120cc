import { runInNewContext } from "node:vm";
import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { copyOfPayload } from "../../src/store/copy_of_payload.ts";
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

Deno.test("the path names the place itself, whatever was right before it", () => {
  const right = { list: [[1], { in: 2 }] };
  assertEquals(
    refusedAt({ right, list: [right, { in: [0, NaN] }] }),
    "batch[0].payload.list[1].in[1]",
  );
  assertEquals(refusedAt({ right: [right], wrong: NaN }), "batch[0].payload.wrong");
  assertEquals(refusedAt([right, Object.assign([1], { x: 2 })]), "batch[0].payload[1].x");
  const circle: Record<string, unknown> = { right };
  circle["list"] = [right, circle];
  assertEquals(refusedAt({ circle }), "batch[0].payload.circle.list[1]");
  assertEquals(refusedAt(NaN), "batch[0].payload");
});

Deno.test("what is in a payload twice, but not in itself, is right", () => {
  const twice = { a: [1] };
  assertEquals(normalPayload([twice, { twice }, twice]), [twice, { twice }, twice]);
});

Deno.test("a payload may be nested a thousand deep; one that is deeper is named by its top", () => {
  const nested = (levels: number): unknown => {
    let payload: unknown = 1;
    for (let level = 0; level < levels; level++) payload = level % 2 ? [payload] : { in: payload };
    return payload;
  };
  assertEquals(normalPayload(nested(1000) as never), nested(1000));
  assertEquals(refusedAt(nested(1001)), "batch[0].payload");
});

/** Values that JSON can say in its way, with members of all names. */
const values = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("\ud800", "\0", ""), fc.boolean()),
    fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constantFrom(0, -0, null)),
    fc.array(tie("value")),
    fc.dictionary(
      fc.oneof(fc.string(), fc.constantFrom("__proto__", "constructor", "length", "0")),
      fc.oneof({ weight: 4, arbitrary: tie("value") }, {
        weight: 1,
        arbitrary: fc.constant(undefined),
      }),
      { noNullPrototype: false },
    ),
  ),
})).value;

/** The objects and lists in a value. */
function objectsIn(value: unknown): object[] {
  if (typeof value !== "object" || value === null) return [];
  return [value, ...Object.values(value).flatMap(objectsIn)];
}

Deno.test("normalPayload() and copyOfPayload() give what JSON makes of a value, and nothing of the value itself", () => {
  fc.assert(
    fc.property(values, (value) => {
      const text = JSON.stringify(value);
      const normal = normalPayload(value as never);
      const copy = copyOfPayload(normal);
      for (const made of [normal, copy]) {
        assertEquals(made, JSON.parse(text));
        assertEquals(JSON.stringify(made), text);
        assert(
          objectsIn(made).every((object) => {
            const { prototype } = Array.isArray(object) ? Array : Object;
            return Object.getPrototypeOf(object) === prototype;
          }),
        );
      }
      const originals = new Set([...objectsIn(value), ...objectsIn(normal)]);
      assert(!objectsIn(copy).some((object) => originals.has(object)));
      assert(!objectsIn(normal).some((object) => new Set(objectsIn(value)).has(object)));
    }),
    { examples: [[JSON.parse('{"__proto__":{"a":[{}]},"b":{"__proto__":null}}')]] },
  );
});
