import { assertAlmostEquals, assertEquals } from "@std/assert";
import fc from "fast-check";
import { shortened } from "../../../src/mock/providers/vectors.ts";
import { embed } from "../../../src/mock/vectors/embed.ts";

function likeness(one: string, other: string): number {
  const [first, second] = [embed(0, one, "m", 256), embed(0, other, "m", 256)];
  return first.reduce((sum, value, index) => sum + value * second[index]!, 0);
}

Deno.test("embed() gives vectors of length 1 that the seed, the model and the text decide", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 1, max: 64 }), (text, size) => {
      const vector = embed(7, text, "m", size);
      assertEquals(vector.length, size);
      assertAlmostEquals(Math.hypot(...vector), 1, 1e-9);
      assertEquals(embed(7, text, "m", size), vector);
    }),
  );
  const vectors = [embed(1, "a", "m", 8), embed(2, "a", "m", 8), embed(1, "a", "n", 8)];
  assertEquals(new Set(vectors.map((vector) => vector.join())).size, 3);
});

Deno.test.each([
  {
    query: "how to reset a password",
    near: "Reset your password",
    far: "Opening hours of the shop",
  },
  { query: "服务状态", near: "状态：在线", far: "天气很好" },
])("embed() puts $query nearer to $near than to $far", ({ query, near, far }) => {
  assertEquals(likeness(query, near) > 0.3, true);
  assertEquals(Math.abs(likeness(query, far)) < 0.2, true);
  assertEquals(embed(0, near, "m", 8).join() === embed(0, `${near}!`, "m", 8).join(), false);
});

Deno.test("embed() and shortened() make vectors of any length, of length 1", () => {
  const vector = embed(0, "hello", "m", 500_000);
  assertAlmostEquals(vector.reduce((sum, value) => sum + value * value, 0), 1, 1e-6);
  const short = shortened(vector, 400_000);
  assertAlmostEquals(short.reduce((sum, value) => sum + value * value, 0), 1, 1e-6);
  assertEquals(shortened([3e300, 4e300, 0], 2), [0.6, 0.8]);
});
