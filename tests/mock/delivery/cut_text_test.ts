import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { cutText } from "../../../src/mock/delivery/cut_text.ts";

Deno.test("cutText() cuts by token, word and character, several at a time", () => {
  assertEquals(cutText("状态 is ok."), ["状", "态", " is", " ok", "."]);
  assertEquals(cutText(" one  two three ", { by: "word" }), [" one", "  two", " three "]);
  assertEquals(cutText("a b c d", { by: "word", size: 3 }), ["a b c", " d"]);
  assertEquals(cutText("状态ok", { by: "character" }), ["状", "态", "o", "k"]);
  assertEquals(cutText("abcde", { by: "character", size: 2 }), ["ab", "cd", "e"]);
  for (const by of ["token", "word", "character"] as const) assertEquals(cutText("", { by }), []);
  assertEquals(cutText("  ", { by: "word" }), ["  "]);
});

Deno.test("cutText() keeps whole what a reader takes for one character", () => {
  const characters = ["👩‍👩‍👧", "🇨🇳", "e\u0301", "👍🏽", "\r\n", "か\u3099", "𠮷", "a"];
  assertEquals(cutText(characters.join(""), { by: "character" }), characters);
});

Deno.test("cutText() gives pieces that are the text when joined, none empty", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.array(fc.constantFrom(" ", "\n", "a", "服", "🙂", "\u200d", "é", "\r"), { maxLength: 30 })
      .map((units) => units.join("")),
  );
  const chunking = fc.record({
    by: fc.constantFrom("token", "word", "character"),
    size: fc.integer({ min: 1, max: 5 }),
  });
  fc.assert(
    fc.property(text, chunking, (whole, how) => {
      const pieces = cutText(whole, how);
      assertEquals(pieces.join(""), whole);
      assertEquals(pieces.includes(""), false);
      assertEquals(
        pieces.every((piece) => !/^[\udc00-\udfff]/.test(piece) || !whole.isWellFormed()),
        true,
      );
    }),
    { numRuns: 1000 },
  );
});
