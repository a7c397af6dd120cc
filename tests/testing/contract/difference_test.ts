import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { differenceOf } from "../../../src/testing/contract/difference.ts";

const proto = (value: unknown) => JSON.parse(`{"__proto__":${JSON.stringify(value)}}`);

const DIFFERENT: readonly {
  readonly name: string;
  readonly actual: unknown;
  readonly expected: unknown;
  readonly difference: {
    readonly path: string;
    readonly expected: string;
    readonly actual: string;
  };
}[] = [
  {
    name: "zeros of different signs",
    actual: [-0],
    expected: [0],
    difference: { path: "[0]", expected: "0", actual: "-0" },
  },
  {
    name: "NaN and null",
    actual: { a: null },
    expected: { a: NaN },
    difference: { path: "a", expected: "NaN", actual: "null" },
  },
  {
    name: "members named __proto__",
    actual: {},
    expected: proto(1),
    difference: { path: "__proto__", expected: "1", actual: "nothing" },
  },
  {
    name: "undefined and nothing",
    actual: { a: undefined },
    expected: {},
    difference: { path: "a", expected: "nothing", actual: "undefined" },
  },
  {
    name: "a list and an object",
    actual: { a: {} },
    expected: { a: [] },
    difference: { path: "a", expected: "[]", actual: "{}" },
  },
  {
    name: "lists of different lengths",
    actual: [1],
    expected: [1, 2],
    difference: { path: "[1]", expected: "2", actual: "nothing" },
  },
  {
    name: "what stands deep under names that need quotes",
    actual: { "a b": [{ c: 1 }] },
    expected: { "a b": [{ c: 2 }] },
    difference: { path: '["a b"][0].c', expected: "2", actual: "1" },
  },
];

for (const { name, actual, expected, difference } of DIFFERENT) {
  Deno.test(`differenceOf() tells ${name} apart`, () => {
    assertEquals(differenceOf(actual, expected), difference);
  });
}

Deno.test("differenceOf() takes NaN for NaN, and members for the same in any order", () => {
  assertEquals(differenceOf([NaN], [NaN]), undefined);
  assertEquals(differenceOf({ a: 1, b: 2 }, { b: 2, a: 1 }), undefined);
  assertEquals(differenceOf(proto({ admin: true }), proto({ admin: true })), undefined);
});

Deno.test("differenceOf() finds no difference between a value and its copy, and one from another value", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (value, other) => {
      assertEquals(differenceOf(value, structuredClone(value)), undefined);
      const isSame = differenceOf(value, other) === undefined;
      assertEquals(differenceOf(other, value) === undefined, isSame);
      if (!isSame) assertEquals(differenceOf([value], [other])?.path.startsWith("[0]"), true);
    }),
    { numRuns: 500 },
  );
});

Deno.test("differenceOf() compares what is nested 100,000 deep", () => {
  const nest = (core: unknown) => {
    let value = core;
    for (let depth = 0; depth < 100_000; depth++) value = [value];
    return value;
  };
  assertEquals(differenceOf(nest(1), nest(1)), undefined);
  assertEquals(differenceOf(nest(1), nest(2))?.expected, "2");
});
