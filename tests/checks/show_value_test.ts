import { assertEquals } from "@std/assert";
import { showValue } from "../../src/checks/show_value.ts";
import { BAD_EVENTS, NO_EVENTS, NO_RESULTS } from "../support/bad_values.ts";

Deno.test("showValue() writes what JSON can say as JSON, and the rest in a few words", () => {
  const circle: Record<string, unknown> = {};
  circle["self"] = circle;
  const shown = [null, undefined, "a\nb", NaN, 10n, Symbol("s"), { n: 1n, list: [1] }, circle].map((
    value,
  ) => showValue(value));
  const wanted = [
    "null",
    "undefined",
    '"a\\nb"',
    "NaN",
    "10n",
    "Symbol(s)",
    '{"n":"1n","list":[1]}',
  ];
  assertEquals(shown, [...wanted, "object"]);
});

Deno.test("showValue() keeps to one line of the length asked for", () => {
  assertEquals(showValue("abcdefghij", 8), '"abcd...');
  assertEquals(
    showValue(function one() {
      return 1;
    }).includes("\\n"),
    false,
  );
});

for (const [name, value] of Object.entries({ ...NO_EVENTS, ...BAD_EVENTS, ...NO_RESULTS })) {
  Deno.test(`showValue() says something of ${name}`, () => {
    assertEquals(showValue(value).length > 0, true);
  });
}
