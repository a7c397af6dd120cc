import { assertEquals } from "@std/assert";
import { isBeginningOf, isSameArguments } from "../../../src/mock/journal/beginning.ts";

Deno.test.each([
  ['{"a":1,"b":2}', '{ "b": 2, "a": 1 }', true],
  ['{"a":1}', '{"a":1,"b":2}', false],
  ['{"a":1,"b":2}', '{"a":1}', false],
  ['{"a":[1]}', '{"a":[1,2]}', false],
  ['{"a":{}}', '{"a":[]}', false],
  ["free", "free", true],
  ["free", "text", false],
  ['{"a":', '{"a"', false],
])("isSameArguments() of %s and %s is %s", (one, other, same) => {
  assertEquals([isSameArguments(one, other), isSameArguments(other, one)], [same, same]);
});

const WHOLE = '{"a":{"x":1,"y":"two"},"b":[10,false]}';

Deno.test.each([
  [WHOLE, true],
  ['{"a":{"x":1,"y":"t"}}', true],
  ['{"a":{"x":1},"b":[10]}', false],
  ['{"a":{"x":1,"y":"two"},"b":[1]}', true],
  ['{"a":{"x":1,"y":"two"},"b":[10,"fal"]}', true],
  ['{"a":{"x":1,"y":"two"},"b":[10,false,0]}', false],
  ['{"a":{"x":{}}}', false],
  ['{"a":[]}', false],
  ['{"a":{"z":null}}', false],
  ["null", true],
  ["no JSON", false],
])("isBeginningOf() of %s is %s", (said, isBeginning) => {
  assertEquals(isBeginningOf(said, WHOLE), isBeginning);
});
