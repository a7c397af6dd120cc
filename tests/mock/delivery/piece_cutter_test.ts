import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { cutText } from "../../../src/mock/delivery/cut_text.ts";
import { PieceCutter } from "../../../src/mock/delivery/piece_cutter.ts";
import { countTokens } from "../../../src/mock/tokens/split_tokens.ts";

const chunkings = fc.record({
  by: fc.constantFrom("token", "word", "character"),
  size: fc.integer({ min: 1, max: 3 }),
}, { requiredKeys: [] });

Deno.test("PieceCutter cuts as cutText() does, however often and whatever it cut before", () => {
  const cutter = new PieceCutter();
  // Few texts, so that the same one comes again in another cut.
  const texts = fc.oneof(
    fc.constantFrom("", "one two", "状态: ok"),
    fc.string({ unit: "grapheme" }),
  );
  fc.assert(
    fc.property(texts, chunkings, (text, chunking) => {
      const pieces = cutText(text, chunking);
      assertEquals(
        cutter.cut(text, chunking),
        pieces.map((piece) => ({
          text: piece,
          json: JSON.stringify(piece),
          tokens: countTokens(piece),
        })),
      );
      assertEquals(cutter.countTokens(text), countTokens(text));
    }),
    { numRuns: 500 },
  );
});

Deno.test("PieceCutter gives the same pieces for the same text, and forgets in the end", () => {
  const cutter = new PieceCutter();
  const first = cutter.cut("one two");
  assertEquals(cutter.cut("one two") === first, true);
  for (let index = 0; index < 100; index++) cutter.cut(`text ${index}`);
  assertEquals(cutter.cut("one two") === first, false);
  assertEquals([cutter.countTokens("one two"), cutter.countTokens("one two three")], [2, 3]);
  const long = "x".repeat(100_000);
  assertEquals(cutter.cut(long) === cutter.cut(long), false);
});

Deno.test("PieceCutter remembers texts only up to a length that all have together", () => {
  const cutter = new PieceCutter();
  const [one, two] = ["x".repeat(40_000), "y".repeat(40_000)];
  const first = cutter.cut(one);
  assertEquals(cutter.cut(one) === first, true);
  const second = cutter.cut(two);
  assertEquals(cutter.cut(one) === first, false);
  assertEquals(cutter.cut(two) === second, false);
});
