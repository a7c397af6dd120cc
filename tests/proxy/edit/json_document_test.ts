import { assert, assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { toBytes } from "../../../src/bytes.ts";
import { decodeName } from "../../../src/proxy/edit/decode_name.ts";
import { JsonDocument } from "../../../src/proxy/edit/json_document.ts";
import { JsonSyntaxError } from "../../../src/proxy/edit/json_syntax_error.ts";
import { documentOf, jsonText, name, parsed, stringText, textOf } from "./texts.ts";

/** Reads a whole value by the document alone. */
function read(document: JsonDocument, at: number): unknown {
  if (document.isArray(at)) return document.items(at).map((item) => read(document, item));
  if (!document.isObject(at)) return document.shallow(at);
  const members = document.members(at);
  const names = members.map((member) => document.nameOf(member));
  // The last one of a name counts, in the place of the first: as JSON.parse() has it.
  return Object.fromEntries(
    names.map((name) => [name, read(document, document.last(members, name)!.start)]),
  );
}

Deno.test("JsonDocument finds the same as JSON.parse() in any text", () => {
  fc.assert(
    fc.property(jsonText, (text) => {
      const document = documentOf(text);
      assertEquals(read(document, document.root), parsed(toBytes(text)));
    }),
    { numRuns: 2000 },
  );
});

Deno.test("JsonDocument knows a member by its name, whatever escapes it is written with", () => {
  fc.assert(
    fc.property(
      fc.oneof(stringText, name.map((text) => JSON.stringify(text))),
      name,
      (key, other) => {
        const document = documentOf(`{${key}:1}`);
        const [member] = document.members(0);
        assert(document.isNamed(member!, JSON.parse(key)));
        assertEquals(document.isNamed(member!, other), JSON.parse(key) === other);
      },
    ),
    { numRuns: 2000 },
  );
});

Deno.test("decodeName() reads a string as JSON.parse() does", () => {
  fc.assert(
    fc.property(
      fc.oneof(stringText, fc.string({ unit: "grapheme" }).map((s) => JSON.stringify(s))),
      (text) => {
        const bytes = toBytes(text);
        assertEquals(decodeName(bytes, 0, bytes.length), JSON.parse(text));
      },
    ),
    { numRuns: 2000 },
  );
});

Deno.test("decodeName() knows every escape", () => {
  const text = '"\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\uABCD\\uabcd"';
  assertEquals(decodeName(toBytes(text), 0, text.length), JSON.parse(text));
});

Deno.test("JsonDocument gives each member's place, duplicates included", () => {
  const text = ' { "a" : 1 ,"\\u0061":[2,{"a":3}]} ';
  const document = documentOf(text);
  const pieces = document.members(document.root).map((member) => [
    text.slice(member.keyStart, member.keyEnd),
    text.slice(member.start, member.end),
  ]);
  assertEquals(pieces, [['"a"', "1"], ['"\\u0061"', '[2,{"a":3}]']]);
});

Deno.test("JsonDocument takes the last member of a name", () => {
  const document = documentOf('{"a":1,"\\u0061":2,"b":3}');
  assertEquals(document.shallow(document.last(document.members(0), "a")!.start), 2);
  assertEquals(document.last(document.members(0), "c"), undefined);
});

Deno.test("JsonDocument replaces parts in any order and leaves every other byte", () => {
  const document = documentOf("[1, 2, 3]");
  const spliced = document.splice([
    { start: 7, end: 8, bytes: toBytes("30") },
    { start: 1, end: 2, bytes: toBytes("") },
    { start: 1, end: 1, bytes: toBytes("10") },
  ]);
  assertEquals([textOf(document), textOf(spliced)], ["[1, 2, 3]", "[10, 2, 30]"]);
});

Deno.test("JsonDocument stays the same object when nothing is replaced", () => {
  const document = documentOf("{}");
  assertStrictEquals(document.splice([]), document);
});

Deno.test("JsonDocument passes over values that are nested 100,000 levels deep", () => {
  const deep = `${'{"a":['.repeat(50_000)}"]}"${"]}".repeat(50_000)}`;
  const document = documentOf(`{"deep":${deep},"b":[${deep},7]}`);
  const members = document.members(0);
  assertEquals(members.map((member) => document.nameOf(member)), ["deep", "b"]);
  assertEquals(document.shallow(document.items(members[1]!.start)[1]!), 7);
});

Deno.test("JsonDocument refuses what is no JSON", () => {
  assertThrows(() => JsonDocument.parse(toBytes("{")), JsonSyntaxError, "byte 1");
});
