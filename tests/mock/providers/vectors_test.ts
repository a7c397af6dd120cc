import { assertAlmostEquals, assertEquals } from "@std/assert";
import fc from "fast-check";
import { lengthOf } from "../../../src/mock/providers/vectors.ts";
import { embed } from "../../../src/mock/vectors/embed.ts";

Deno.test("lengthOf() gives the length, also of numbers whose squares are none", () => {
  assertEquals(lengthOf([]), 0);
  assertEquals(lengthOf([0, -0]), 0);
  assertEquals(lengthOf([3, -4]), 5);
  assertAlmostEquals(lengthOf([3e200, 4e200]) / 5e200, 1);
  assertAlmostEquals(lengthOf([3e-200, 4e-200]) / 5e-200, 1);
  fc.assert(fc.property(fc.array(fc.double({ min: -9, max: 9, noNaN: true })), (vector) => {
    assertAlmostEquals(lengthOf(vector), Math.hypot(...vector), 1e-12);
  }));
});

// As they are on Deno, Node and Bun.
Deno.test("a vector is the same to the last digit wherever it is made", () => {
  assertEquals(embed(0, "the quick fox", "m", 4), [
    -0.1569098307849594,
    0.002486671285543773,
    -0.7717826750690137,
    -0.6162180003312712,
  ]);
});
