import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { cutText } from "../../../src/mock/delivery/cut_text.ts";
import { PieceCutter } from "../../../src/mock/delivery/piece_cutter.ts";
import { countTokens, splitTokens } from "../../../src/mock/tokens/split_tokens.ts";

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
        cutter.cut(text, chunking).map(({ text, json }) => [text, json]),
        pieces.map((piece) => [piece, JSON.stringify(piece)]),
      );
      assertEquals(cutter.countTokens(text), countTokens(text));
    }),
    { numRuns: 500 },
  );
});

Deno.test("PieceCutter counts each token with the piece in which it begins", () => {
  const texts = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.string({ unit: fc.constantFrom("a", " ", "\u00e9", "态", ".", "👍🏽") }),
  );
  fc.assert(
    fc.property(texts, chunkings, (text, chunking) => {
      let given = 0;
      let tokens = 0;
      for (const piece of new PieceCutter().cut(text, chunking)) {
        given += piece.text.length;
        tokens += piece.tokens;
        let begin = 0;
        const begun = splitTokens(text).filter((token) => {
          begin += token.length;
          return begin - token.length < given;
        });
        assertEquals(tokens, begun.length);
      }
      assertEquals(tokens, countTokens(text));
    }),
    { numRuns: 500 },
  );
  const cut = new PieceCutter().cut("extraordinary", { by: "character", size: 3 });
  assertEquals(cut.map(({ tokens }) => tokens), [1, 0, 1, 0, 0]);
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
