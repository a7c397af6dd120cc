import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import fc from "fast-check";
import type { JsonDocument } from "../../../src/proxy/edit/json_document.ts";
import { mergePatch } from "../../../src/proxy/edit/merge_patch.ts";
import { isObject, type JsonObject } from "../../../src/wire/json.ts";
import { documentOf, jsonText, parsed, patch, textOf } from "./texts.ts";

/** The merge of RFC 7396, on values. */
function merged(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const result = new Map(isObject(target) ? Object.entries(target) : []);
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) result.delete(name);
    else result.set(name, merged(result.get(name), value));
  }
  return Object.fromEntries(result);
}

function after(text: string, patch: JsonObject): string {
  return textOf(mergePatch(documentOf(text), patch));
}

/** The parts of an object that a patch does not name, as they are spelled: also within objects that it does. */
function untouched(document: JsonDocument, at: number, patch: JsonObject): string[] {
  const text = (start: number, end: number) =>
    new TextDecoder().decode(document.bytes.subarray(start, end));
  const members = document.members(at);
  return members.flatMap((member) => {
    const name = document.nameOf(member);
    if (!Object.hasOwn(patch, name)) return [text(member.keyStart, member.end)];
    const inner = patch[name];
    if (member !== document.last(members, name) || !isObject(inner)) return [];
    return document.isObject(member.start) ? untouched(document, member.start, inner) : [];
  });
}

Deno.test("mergePatch() gives what merging the values gives", () => {
  fc.assert(
    fc.property(jsonText, patch, (text, patch) => {
      const document = documentOf(text);
      // What is compared is what JSON can tell: it has one zero.
      const expected = JSON.stringify(merged(parsed(document.bytes), patch));
      const actual = JSON.stringify(parsed(mergePatch(document, patch).bytes));
      assertEquals(JSON.parse(actual), JSON.parse(expected));
    }),
    { numRuns: 5000 },
  );
});

Deno.test("mergePatch() leaves what the patch does not name byte for byte, in order", () => {
  fc.assert(
    fc.property(jsonText, patch, (text, patch) => {
      const document = documentOf(text);
      fc.pre(document.isObject(document.root));
      const before = untouched(document, document.root, patch);
      const result = mergePatch(document, patch);
      const kept = untouched(result, result.root, patch);
      assertEquals(kept.filter((part) => before.includes(part)), before);
    }),
    { numRuns: 5000 },
  );
});

Deno.test("mergePatch() gives the very same document when there is nothing left to do", () => {
  fc.assert(
    fc.property(jsonText, patch, (text, patch) => {
      const once = mergePatch(documentOf(text), patch);
      assertStrictEquals(mergePatch(once, patch), once);
    }),
    { numRuns: 5000 },
  );
});

Deno.test("mergePatch() leaves one member of each name that the patch sets", () => {
  fc.assert(
    fc.property(jsonText, patch, (text, patch) => {
      const result = mergePatch(documentOf(text), patch);
      const names = result.members(result.root).map((member) => result.nameOf(member));
      for (const name of Object.keys(patch)) {
        assertEquals(names.filter((other) => other === name).length, patch[name] === null ? 0 : 1);
      }
    }),
    { numRuns: 2000 },
  );
});

Deno.test.each([
  { from: '{"a":1.0,"b":1e400}', patch: {}, to: undefined },
  { from: '{"a":1.0}', patch: { a: 1 }, to: undefined },
  { from: '{"a":"\\u0062"}', patch: { a: "b" }, to: undefined },
  { from: '{"a": [1, {"b":null}]}', patch: { a: [1, { b: null }] }, to: undefined },
  { from: '{"a":{"b":1}}', patch: { a: {} }, to: undefined },
  { from: '{"a":1}', patch: { b: null, c: undefined }, to: undefined },
  { from: '{"a":[]}', patch: { a: "" }, to: '{"a":""}' },
  { from: '{"a":{}}', patch: { a: [] }, to: '{"a":[]}' },
  { from: '{"a":null}', patch: { a: {} }, to: '{"a":{}}' },
  { from: '{"a":null}', patch: { a: { b: null, c: { d: null } } }, to: '{"a":{"c":{}}}' },
  { from: '{"a":[{"b":1,"b":2}]}', patch: { a: [{ b: 2 }] }, to: '{"a":[{"b":2}]}' },
  { from: '{"a":1,"a":2}', patch: { a: 2 }, to: '{"a":2}' },
  { from: '{"a":{"x":1},"a":{"y":2}}', patch: { a: { z: 3 } }, to: '{"a":{"y":2,"z":3}}' },
  {
    from: '{"a":{"x":{"y":1.50}} , "b" :2}',
    patch: { a: { x: { z: 1 } }, b: null },
    to: '{"a":{"x":{"y":1.50,"z":1}}}',
  },
  { from: "[1]", patch: { a: 1, b: null }, to: '{"a":1}' },
  { from: '\ufeff"a"', patch: {}, to: "\ufeff{}" },
])("mergePatch() makes of $from by $patch what RFC 7396 says", ({ from, patch, to }) => {
  assertEquals(after(from, patch as JsonObject), to ?? from);
});

Deno.test("mergePatch() takes __proto__ for a name like any other", () => {
  const patch = JSON.parse('{"__proto__":{"admin":true},"a":{"__proto__":1}}');
  const result = after('{"a":{"b":1}}', patch);
  assertEquals(result, '{"a":{"b":1,"__proto__":1},"__proto__":{"admin":true}}');
  assert(!("admin" in {}));
});

Deno.test("mergePatch() merges into an object that is nested 100,000 levels deep", () => {
  const deep = `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`;
  assertEquals(after(deep, { b: 2 }), `${deep.slice(0, -1)},"b":2}`);
  assertEquals(after(`{"x":${deep}}`, { x: { a: null } }), '{"x":{}}');
});

Deno.test("mergePatch() writes lone surrogates as escapes", () => {
  assertEquals(after("{}", { a: "\ud800" }), '{"a":"\\ud800"}');
});
