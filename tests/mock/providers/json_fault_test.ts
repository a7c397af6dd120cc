import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { jsonFault } from "../../../src/mock/providers/json_fault.ts";

const CASES: readonly (readonly [text: string, at: number, place: string])[] = [
  ["", 0, "value"],
  [" nope", 2, "literal"],
  ["x", 0, "value"],
  ["{", 1, "key"],
  ["{a", 1, "key"],
  ['{"a" 1}', 5, "colon"],
  ['{"a":1 "b"}', 7, "object"],
  ['{"a":1,}', 7, "key"],
  ["[1 2]", 3, "array"],
  ["[1,]", 3, "value"],
  ["[]]", 2, "top"],
  ['"a', 2, "string"],
  ['"\n"', 1, "string"],
  ['"\\x"', 2, "escape"],
  ['"\\u12g4"', 5, "hex"],
  ["-", 1, "number"],
  ["01", 1, "top"],
  ["1.", 2, "number"],
  ["1.5e+", 5, "number"],
  ["tru", 3, "literal"],
  ["\ufeff{}", 0, "value"],
];

Deno.test("jsonFault() tells how far a text can be read and what was to come", () => {
  for (const [text, at, place] of CASES) {
    const found = jsonFault(text);
    assertEquals([found?.at, found?.place as string | undefined], [at, place], text);
  }
});

Deno.test("jsonFault() finds none in JSON", () => {
  fc.assert(fc.property(fc.json(), (text) => assertEquals(jsonFault(text), undefined)));
  assertEquals(jsonFault(' [0, -1.5E+3, "\\u00e9\\n", true, false, null, {"": {}}] '), undefined);
});

Deno.test("jsonFault() agrees with JSON.parse() on what is JSON", () => {
  const part = fc.constantFrom(
    ...["{", "}", "[", "]", ",", ":", '"', "\\", "-", ".", "e", "+", "0", "12", "true", "nul"],
    ...[" ", "\n", "\t", "\u00a0", '"a"', "u00e9", "x"],
  );
  const spoilt = fc.tuple(fc.json(), fc.nat(), part, fc.nat(2)).map(([text, place, added, cut]) => {
    const at = place % (text.length + 1);
    return text.slice(0, at) + added + text.slice(at + cut);
  });
  const text = fc.oneof(fc.array(part, { maxLength: 12 }).map((parts) => parts.join("")), spoilt);
  fc.assert(
    fc.property(text, (text) => {
      const fault = jsonFault(text);
      assertEquals(fault === undefined, isJson(text));
      if (fault === undefined) return;
      // What was read is the beginning of some JSON: it goes on at the fault, not before.
      const before = jsonFault(text.slice(0, fault.at));
      assertEquals(before?.at ?? fault.at, fault.at);
    }),
    { numRuns: 2000 },
  );
});

Deno.test("jsonFault() reads what is nested without end", () => {
  assertEquals(jsonFault("[".repeat(200_000)), { at: 200_000, place: "value" });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
