import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { type Bytes, concatBytes, toBytes } from "../../../src/bytes.ts";
import { checkJson } from "../../../src/proxy/edit/check_json.ts";
import { JsonSyntaxError } from "../../../src/proxy/edit/json_syntax_error.ts";
import { jsonText } from "./texts.ts";

const DEEP = 100_000;

function isAccepted(bytes: Bytes): boolean {
  try {
    checkJson(bytes);
    return true;
  } catch (error) {
    if (error instanceof JsonSyntaxError) return false;
    throw error;
  }
}

/** What the platform says of the same bytes. */
function isJson(bytes: Bytes): boolean {
  try {
    JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    return true;
  } catch {
    return false;
  }
}

Deno.test("checkJson() accepts every JSON text", () => {
  fc.assert(fc.property(jsonText, (text) => isAccepted(toBytes(text))), { numRuns: 2000 });
});

Deno.test("checkJson() refuses exactly what JSON.parse() and a strict decoder refuse", () => {
  const hostile = fc.constantFrom(...toBytes('{}[]",:\\utrfnae0123.-+ \n\u0000\u007f'), 0xff, 0xc0);
  const changed = fc.tuple(jsonText.map(toBytes), fc.nat(), fc.nat(3), fc.array(hostile))
    .map(([bytes, where, removed, added]) => {
      const at = where % (bytes.length + 1);
      return concatBytes([bytes.slice(0, at), new Uint8Array(added), bytes.slice(at + removed)]);
    });
  fc.assert(
    fc.property(changed, (bytes) => assertEquals(isAccepted(bytes), isJson(bytes))),
    { numRuns: 5000 },
  );
});

Deno.test("checkJson() refuses exactly the numbers and words that JSON.parse() refuses", () => {
  const text = fc.array(fc.constantFrom(..."0123-+.eE", "true", "null", "t"), { maxLength: 7 });
  fc.assert(
    fc.property(text.map((parts) => toBytes(parts.join(""))), (bytes) => {
      assertEquals(isAccepted(bytes), isJson(bytes));
    }),
    { numRuns: 5000 },
  );
});

Deno.test("checkJson() refuses exactly the strings that are no UTF-8", () => {
  const byte = fc.oneof(
    fc.constantFrom(0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1),
    fc.constantFrom(0xec, 0xed, 0xee, 0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xff),
  );
  fc.assert(
    fc.property(fc.array(byte, { maxLength: 5 }), (inner) => {
      const bytes = new Uint8Array([0x22, ...inner, 0x22]);
      assertEquals(isAccepted(bytes), isJson(bytes));
    }),
    { numRuns: 20_000 },
  );
});

Deno.test("checkJson() accepts the first and the last character of each length in UTF-8", () => {
  for (const code of [0x80, 0x7ff, 0x800, 0xd7ff, 0xe000, 0xffff, 0x10000, 0x3ffff, 0x10ffff]) {
    assertEquals(checkJson(toBytes(`"${String.fromCodePoint(code)}"`)), 0);
  }
});

Deno.test.each([
  { bytes: [0xff], offset: 2 },
  { bytes: [0xc3, 0x28], offset: 3 },
  { bytes: [0xe0, 0x80, 0x80], offset: 3 },
  { bytes: [0xe6, 0x97, 0x28], offset: 4 },
])("checkJson() says at which byte $bytes is no UTF-8", ({ bytes, offset }) => {
  const text = new Uint8Array([0x20, 0x22, ...bytes, 0x22]);
  const error = assertThrows(() => checkJson(text), JsonSyntaxError, "expected UTF-8");
  assertEquals(error.offset, offset);
});

Deno.test.each([
  { text: "", offset: 0, expected: "a value" },
  { text: "  ", offset: 2, expected: "found the end" },
  { text: '{"a":1,}', offset: 7, expected: "a name" },
  { text: '{"a" 1}', offset: 5, expected: '":"' },
  { text: "[1 2]", offset: 3, expected: '"," or "]"' },
  { text: '{"a":1]', offset: 6, expected: '"," or "}"' },
  { text: '{"a":tru}', offset: 8, expected: "true, false or null" },
  { text: "[01]", offset: 2, expected: "found '1'" },
  { text: "[1.]", offset: 3, expected: "a digit" },
  { text: '"\\x"', offset: 2, expected: "an escape" },
  { text: '"\\u12g4"', offset: 5, expected: "hexadecimal" },
  { text: '"a\u0000b"', offset: 2, expected: "found byte 0x00" },
  { text: '"abc', offset: 4, expected: "the end of a string" },
  { text: "{} {}", offset: 3, expected: "expected the end" },
  { text: "{'a':1}", offset: 1, expected: 'a name or "}"' },
  { text: '{"a":NaN}', offset: 5, expected: "a value" },
  { text: "[1,]", offset: 3, expected: "a value" },
  { text: "\u00a0{}", offset: 0, expected: "found byte 0xc2" },
])("checkJson() says where $text is no JSON", ({ text, offset, expected }) => {
  const error = assertThrows(() => checkJson(toBytes(text)), JsonSyntaxError, expected);
  assertEquals(error.offset, offset);
});

Deno.test("checkJson() follows a nesting of 100,000 levels, and finds what is missing in it", () => {
  for (const [open, close] of [["[", "]"], ['{"a":', "}"]] as const) {
    const whole = toBytes(`${open.repeat(DEEP)}1${close.repeat(DEEP)}`);
    assertEquals(checkJson(whole), 0);
    const error = assertThrows(() => checkJson(whole.subarray(0, -1)), JsonSyntaxError);
    assertEquals(error.offset, whole.length - 1);
  }
});

Deno.test("checkJson() gives where the value begins, behind a byte order mark and white space", () => {
  assertEquals(checkJson(toBytes("\ufeff \n{}")), 5);
});
