import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { parseJsonPath } from "../../../src/wire/gemini/json_path.ts";

const PATHS: Readonly<Record<string, readonly (string | number)[] | undefined>> = {
  "$.location": ["location"],
  "$.recipe.ingredients[0].amount": ["recipe", "ingredients", 0, "amount"],
  "$[2]": [2],
  "$[0][1]": [0, 1],
  "$['a b']": ["a b"],
  '$["a.b"].c': ["a.b", "c"],
  "$['it\\'s']": ["it's"],
  "$['say \"x\"']": ['say "x"'],
  '$["\\u00e9\\n"]': ["é\n"],
  "$.ключ-x": ["ключ-x"],
  "$.__proto__": ["__proto__"],
  "$['']": [""],
  "$": undefined,
  "": undefined,
  "location": undefined,
  "$location": undefined,
  "$.": undefined,
  "$..a": undefined,
  "$.a.": undefined,
  "$[": undefined,
  "$[a]": undefined,
  "$[-1]": undefined,
  "$[*]": undefined,
  "$[0:2]": undefined,
  "$['a]": undefined,
  '$["\\x"]': undefined,
  "$.a b": undefined,
  "$[9999999999]": undefined,
};

for (const [path, steps] of Object.entries(PATHS)) {
  Deno.test(`parseJsonPath() ${steps ? "reads" : "refuses"} ${JSON.stringify(path)}`, () => {
    assertEquals(parseJsonPath(path), steps);
  });
}

Deno.test("parseJsonPath() reads every name between double quotes as JSON writes it", () => {
  const step = fc.oneof(fc.string({ unit: "binary" }), fc.nat(1000));
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 4 }), (steps) => {
      const path = `$${steps.map((each) => `[${JSON.stringify(each)}]`).join("")}`;
      assertEquals(parseJsonPath(path), steps);
    }),
    { numRuns: 1000 },
  );
});

Deno.test("parseJsonPath() refuses a path that is too long, however long it is", () => {
  assertEquals(parseJsonPath(`$.${"a".repeat(4094)}`), ["a".repeat(4094)]);
  assertEquals(parseJsonPath(`$.${"a".repeat(4095)}`), undefined);
  assertEquals(parseJsonPath(`$['${"a".repeat(20_000_000)}']`), undefined);
});

Deno.test("parseJsonPath() throws on no text", () => {
  const hostile = fc.array(fc.constantFrom("$", ".", "[", "]", "'", '"', "\\", "a", "0", "u"));
  fc.assert(
    fc.property(fc.oneof(fc.string(), hostile.map((marks) => `$${marks.join("")}`)), (path) => {
      parseJsonPath(path);
    }),
    { numRuns: 2000 },
  );
});
