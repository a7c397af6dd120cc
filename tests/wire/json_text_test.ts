import { assertEquals, assertThrows } from "@std/assert";
import { ModelError } from "../../src/errors.ts";
import { argumentsText, jsonText, parsedOrUndefined } from "../../src/wire/json_text.ts";

Deno.test("jsonText() writes what JSON can hold", () => {
  assertEquals(jsonText({ a: [1, null, "é"] }), '{"a":[1,null,"é"]}');
  assertEquals(jsonText(undefined), "");
});

Deno.test("jsonText() refuses what cannot be written with an error of ours", () => {
  const endless: unknown[] = [];
  endless.push(endless);
  const error = assertThrows(() => jsonText(endless), ModelError, "nested too deeply");
  assertEquals(error.code, "STREAM_PROTOCOL");
  assertEquals(error.cause instanceof Error, true);
});

Deno.test("argumentsText() gives a text as it is, and an object as JSON", () => {
  assertEquals(argumentsText('{"ci'), '{"ci');
  assertEquals(argumentsText({ city: "Oslo" }), '{"city":"Oslo"}');
});

Deno.test("argumentsText() gives nothing for a call without arguments", () => {
  assertEquals(argumentsText(undefined), "");
  assertEquals(argumentsText(null), "");
});

Deno.test("parsedOrUndefined() gives the value of a JSON text, and of any other none", () => {
  assertEquals(parsedOrUndefined('{"a":[1]}'), { a: [1] });
  assertEquals(parsedOrUndefined("null"), null);
  for (const text of ["", "{", "undefined", "NaN"]) {
    assertEquals(parsedOrUndefined(text), undefined);
  }
});
