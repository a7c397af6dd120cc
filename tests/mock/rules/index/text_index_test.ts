import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { TextIndex } from "../../../../src/mock/rules/index/text_index.ts";

function found(patterns: readonly string[], text: string): number[] {
  const index = new TextIndex<number>();
  patterns.forEach((pattern, value) => index.add(pattern, value));
  return [...index.find(text)].sort((a, b) => a - b);
}

Deno.test("TextIndex.find() gives the patterns that stand in the text", () => {
  assertEquals(found(["he", "she", "his", "hers"], "ushers"), [0, 1, 3]);
  assertEquals(found(["", "线", "😀"], "在线"), [0, 1]);
});

Deno.test("TextIndex.find() gives what includes() gives, for any patterns and text", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "\ud83d", "\ude00"), maxLength: 12 });
  fc.assert(
    fc.property(fc.array(text, { maxLength: 8 }), text, (patterns, subject) => {
      const expected = patterns.flatMap((pattern, value) =>
        subject.includes(pattern) ? [value] : []
      );
      assertEquals(found(patterns, subject), expected);
    }),
    { numRuns: 1000 },
  );
});

Deno.test("TextIndex.find() sees patterns that were put in after a search", () => {
  const index = new TextIndex<number>();
  index.add("a", 0);
  assertEquals([...index.find("ab")], [0]);
  index.add("ab", 1);
  assertEquals([...index.find("ab")].sort(), [0, 1]);
});
