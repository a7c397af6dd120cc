import { assertEquals, assertMatch, assertNotEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { canonicalJson } from "../../src/agent/canonical_json.ts";
import { hashJson } from "../../src/agent/hash_json.ts";

/** The same value with the keys of every object in the opposite order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).reverse().map(([key, member]) => [key, reversed(member)]),
  );
}

const anyJson = fc.jsonValue({ maxDepth: 4, stringUnit: "binary" });

Deno.test("canonicalJson() gives a text that parses to the same value", () => {
  fc.assert(fc.property(anyJson, (value) => {
    const normal = JSON.parse(JSON.stringify(value));
    assertEquals(JSON.parse(canonicalJson(value)), normal);
  }));
});

Deno.test("canonicalJson() does not depend on the order of keys", () => {
  fc.assert(fc.property(anyJson, (value) => {
    assertEquals(canonicalJson(reversed(value)), canonicalJson(value));
  }));
});

Deno.test("canonicalJson() gives equal texts for equal values only", () => {
  fc.assert(fc.property(anyJson, anyJson, (a, b) => {
    const isEqual = JSON.stringify(JSON.parse(canonicalJson(a))) ===
      JSON.stringify(JSON.parse(canonicalJson(b)));
    assertEquals(canonicalJson(a) === canonicalJson(b), isEqual);
  }));
});

Deno.test("canonicalJson() writes its own text again as it is", () => {
  fc.assert(fc.property(anyJson, (value) => {
    const text = canonicalJson(value);
    assertEquals(canonicalJson(JSON.parse(text)), text);
  }));
});

// The sorting example of RFC 8785, 3.2.3: by code units, so that a surrogate pair stands before U+FB33.
Deno.test("canonicalJson() sorts keys by UTF-16 code units, as RFC 8785 has it", () => {
  const keys = ["\u20ac", "\r", "\ufb33", "1", "\ud83d\ude00", "\u0080", "\u00f6"];
  const text = canonicalJson(Object.fromEntries(keys.map((key) => [key, 0])));
  const sorted = ["\r", "1", "\u0080", "\u00f6", "\u20ac", "\ud83d\ude00", "\ufb33"];
  assertEquals(text, `{${sorted.map((key) => `${JSON.stringify(key)}:0`).join(",")}}`);
});

Deno.test.each(
  [
    { value: { a: undefined, b: 1 }, text: '{"b":1}' },
    { value: -0, text: "0" },
    { value: 1e21, text: "1e+21" },
    { value: "\ud800", text: '"\\ud800"' },
    { value: JSON.parse('{"__proto__":{"b":1,"a":2}}'), text: '{"__proto__":{"a":2,"b":1}}' },
  ],
)("canonicalJson() writes $text", ({ value, text }) => {
  assertEquals(canonicalJson(value), text);
});

Deno.test("canonicalJson() refuses what JSON cannot say, and names the place", () => {
  assertThrows(() => canonicalJson({ a: [1, NaN] }), Error, "value.a[1]");
  assertThrows(() => canonicalJson({ at: new Date(0) }), Error, "value.at");
});

Deno.test("hashJson() names its algorithm, and tells values apart", async () => {
  // printf '{"a":1,"b":[true]}' | sha256sum
  const known = "90eddf64b875cb5fa184bb12503cc7309b6ce21b175521a80bd8d83082bae604";
  const hash = await hashJson({ b: [true], a: 1 });
  assertMatch(hash, /^sha256\/c1:[0-9a-f]{64}$/);
  assertEquals(hash, `sha256/c1:${known}`);
  assertNotEquals(hash, await hashJson({ b: [true], a: "1" }));
});
