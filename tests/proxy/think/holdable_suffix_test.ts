import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { holdableSuffix, MAX_ATTRIBUTE_CHARS } from "../../../src/proxy/think/holdable_suffix.ts";

const ALIASES = ["</think>", "</thinking>", "</thought>", "</mm:think>"];

const CASES: readonly { text: string; held: string; tags?: readonly string[]; loose?: true }[] = [
  { text: "", held: "" },
  { text: "a", held: "" },
  { text: "a<", held: "<" },
  { text: "a</thi", held: "</thi" },
  { text: "a</think", held: "</think" },
  { text: "a</thin", held: "</thin", tags: ["</think>"] },
  { text: "</thinki", held: "</thinki" },
  { text: "</thinki", held: "", tags: ["</think>"] },
  { text: "</mm:", held: "</mm:" },
  { text: "a</thi ", held: "" },
  { text: "</thi</tho", held: "</tho" },
  { text: "<</think", held: "</think" },
  { text: "<<", held: "<" },
  { text: "a < b", held: "" },
  { text: "</THI", held: "" },
  { text: "</THI", held: "</THI", loose: true },
  { text: "</think ", held: "", tags: ["</think>"] },
  { text: "</think \u00a0", held: "</think \u00a0", loose: true },
  { text: '</Think id="a', held: '</Think id="a', loose: true },
  { text: "</think-", held: "", loose: true },
  { text: "</think id>", held: "", loose: true },
  {
    text: `</think ${"a".repeat(MAX_ATTRIBUTE_CHARS - 1)}`,
    held: `</think ${"a".repeat(MAX_ATTRIBUTE_CHARS - 1)}`,
    loose: true,
  },
  { text: `</think ${"a".repeat(MAX_ATTRIBUTE_CHARS)}`, held: "", loose: true },
];

for (const { text, held, tags = ALIASES, loose } of CASES) {
  const title = `holdableSuffix() holds ${JSON.stringify(held)} of ${JSON.stringify(text)}`;
  Deno.test(`${title}${loose ? ", loose," : ""} for ${tags.length} tags`, () => {
    assertEquals(holdableSuffix(text, tags, loose), held.length);
  });
}

Deno.test("holdableSuffix() holds the longest end that begins a tag, as the definition has it", () => {
  const letters = fc.string({ unit: fc.constantFrom("<", "/", "t", "h", "i", "n", "k", ">") });
  fc.assert(
    fc.property(letters, (text) => {
      const lengths = [...ALIASES.keys(), ...text].map((_, at) => at + 1);
      const expected = lengths
        .filter((length) => length <= text.length)
        .filter((length) =>
          ALIASES.some((tag) => tag.length > length && tag.startsWith(text.slice(-length)))
        );
      assertEquals(holdableSuffix(text, ALIASES), Math.max(0, ...expected));
    }),
    { numRuns: 1000 },
  );
});
