import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { countTokens, splitTokens } from "../../../src/mock/tokens/split_tokens.ts";

/** Pieces that are easily cut in the wrong place. */
const HOSTILE = fc.constantFrom(
  "e\u0301",
  "\u0301",
  " \u0301",
  "\u200d",
  "👩‍👩‍👧",
  "👍🏽",
  "🇩🇪",
  "北",
  "กำ",
  "नि",
  "é",
  " ",
  "\n",
  "a",
  "Zz9_",
  ".",
  "\ud83d",
  "\udc4d",
);
const ascii = fc.array(fc.constantFrom(..." \n\t\v\r\x1cab9_Z.!~\x7f\x00é".split("")), {
  maxLength: 30,
});
const texts = fc.oneof(
  ascii.map((characters) => characters.join("")),
  fc.string({ unit: "binary", maxLength: 30 }),
  fc.string({ unit: "grapheme", maxLength: 30 }),
  fc.string({ maxLength: 40 }),
  fc.array(HOSTILE, { maxLength: 30 }).map((parts) => parts.join("")),
);

Deno.test("splitTokens() gives pieces that joined are the text", () => {
  fc.assert(
    fc.property(texts, (text) => {
      const tokens = splitTokens(text);
      assertEquals(tokens.join(""), text);
      assertEquals(tokens.includes(""), false);
      assertEquals(countTokens(text), tokens.length);
    }),
    { numRuns: 2000 },
  );
});

Deno.test("splitTokens() cuts no pair of surrogates and no mark from its letter", () => {
  fc.assert(
    fc.property(texts, (text) => {
      let before = "";
      for (const token of splitTokens(text)) {
        assertEquals(/[\ud800-\udbff]$/.test(before) && /^[\udc00-\udfff]/.test(token), false);
        assertEquals(before !== "" && /^[\p{M}\p{Emoji_Modifier}]/u.test(token), false);
        before = token;
      }
    }),
    { numRuns: 2000 },
  );
});

Deno.test.each([
  { text: "", tokens: [] },
  { text: "Hello, world!", tokens: ["Hello", ",", " world", "!"] },
  { text: "internationalization", tokens: ["internat", "ionaliza", "tion"] },
  { text: "服务在线。", tokens: ["服", "务", "在", "线", "。"] },
  { text: "Ångström no\u0308el", tokens: ["Ångström", " no\u0308el"] },
  { text: "👩‍👩‍👧 👍🏽🇩🇪", tokens: ["👩‍👩‍👧", " 👍🏽", "🇩🇪"] },
  { text: "a\n\n  b", tokens: ["a", "\n\n  ", "b"] },
])("splitTokens() cuts $text as written down here", ({ text, tokens }) => {
  assertEquals(splitTokens(text), [...tokens]);
});
