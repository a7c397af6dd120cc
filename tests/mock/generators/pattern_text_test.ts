import { assert, assertEquals, assertMatch } from "@std/assert";
import fc from "fast-check";
import { patternText } from "../../../src/mock/generators/pattern_text.ts";
import { SchemaValue } from "../../../src/mock/generators/schema_value.ts";
import { randomRow } from "../../../src/mock/random.ts";

Deno.test.each<{ pattern: string; text: string }>([
  { pattern: "^z{9}$", text: "zzzzzzzzz" },
  { pattern: "^\\d{4}-\\d{2}-\\d{2}$", text: "0000-00-00" },
  { pattern: "^[A-Z]{2}\\d+(?:-[a-f]{3,})?$", text: "AA0" },
  { pattern: "^(?<area>\\(\\d{3}\\))? ?\\d{3}-\\d{4}$", text: "000-0000" },
  { pattern: "^#(?:[\\da-f]{3}){1,2}$", text: "#aaa" },
  { pattern: "colou?r|hue", text: "hue" },
  { pattern: "^[\\u4e00-\\u9fff]{2}$", text: "一一" },
  { pattern: "^\\p{Script=Greek}+\\u{1F600}\\x41\\cA\\/$", text: "Ͱ😀A\u0001/" },
  { pattern: "^[^a-z0-9A-Z_\\-\\]]*?[^\\w]{1}$", text: "-" },
  { pattern: "^.\\.\\s\\S\\D\\bx*\\B$", text: "a. aa" },
  { pattern: "", text: "" },
])("patternText() writes what people would: $pattern", ({ pattern, text }) => {
  assertEquals(patternText(pattern, 0), text);
});

const sign = fc.constantFrom("a", "Z", "7", "\\d", "\\W", "\\.", "[b-y]", "[^a]", "é", "中", ".");
const repeated = fc.tuple(sign, fc.constantFrom("", "*", "+?", "?", "{2}", "{1,}", "{0,3}?"))
  .map(([one, times]) => one + times);
/** No repeats of what is repeated: to match those may take forever. */
const pattern = fc.letrec<{ whole: string; part: string }>((tie) => ({
  whole: fc.array(fc.array(tie("part"), { maxLength: 3 }), { minLength: 1, maxLength: 3 })
    .map((options) => options.map((parts) => parts.join("")).join("|")),
  part: fc.oneof(
    { depthSize: "small" },
    repeated,
    fc.tuple(tie("whole"), fc.constantFrom("", "?", "{1}")).map(([one, times]) =>
      `(${one})${times}`
    ),
  ),
})).whole;

Deno.test("patternText() writes a text that matches, with as many more as may be", () => {
  fc.assert(
    fc.property(pattern, fc.nat(3), (source, more) => {
      assertMatch(patternText(source, more)!, new RegExp(`^(?:${source})$`, "su"));
    }),
    { numRuns: 500 },
  );
});

Deno.test("patternText() ends for any expression", () => {
  const source = fc.string({ unit: fc.constantFrom(..."ab()[]{}|*+?\\^$.-,10<>:=!pdwk") });
  let valid = 0;
  fc.assert(
    fc.property(source, (text) => {
      try {
        new RegExp(text, "u");
      } catch {
        return;
      }
      valid++;
      assert(["string", "undefined"].includes(typeof patternText(text, 0)));
    }),
    { numRuns: 3000 },
  );
  assert(valid > 100);
});

Deno.test("patternText() writes no text that is too large or too rare, and none that looks around or back", () => {
  assertEquals(patternText("(?:a{1000}){2000}", 0), undefined);
  for (const source of ["[]", "(a)\\1", "(?<n>a)\\k<n>", "(?=a)a", "(?<!b)a", "a(?!b)"]) {
    assertEquals(patternText(source, 0), undefined);
  }
  assertEquals(patternText("(".repeat(200) + "a" + ")".repeat(200), 0), undefined);
  const rare = Array.from({ length: 100 }, (_, at) => `\\u{${(0x4e00 + at).toString(16)}}`);
  assertEquals(patternText(rare.join(""), 0), undefined);
});

Deno.test("SchemaValue.make() makes a text for a pattern as long as it must be", () => {
  for (
    const [schema, text] of [
      [{ pattern: "^[a-z]+$" }, "text"],
      [{ pattern: "^\\d+$", minLength: 5 }, "00000"],
      [{ pattern: "^\\d{2,}-[a-c]*$", minLength: 8, maxLength: 9 }, "00000-aaa"],
      [{ pattern: "^A" }, "A"],
      [{ pattern: "^A", maxLength: 1 }, "A"],
    ] as const
  ) {
    assertEquals(new SchemaValue({ type: "string", ...schema }, randomRow(0)).make(), text);
  }
});
