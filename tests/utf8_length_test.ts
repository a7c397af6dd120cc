import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { countUtf8, utf8Length } from "../src/utf8_length.ts";

const EXAMPLES = [
  "\x7f\x80\u07ff\u0800\ud7ff\ue000\uffff\u{10000}\u{10ffff}",
  "\ud800",
  "a\udc00b",
  "\udc00\ud800",
  "\ud83d\ud83d\ude00",
];

for (const count of [utf8Length, countUtf8]) {
  Deno.test(`${count.name}() counts what TextEncoder writes, also of halves of pairs`, () => {
    const units = fc.array(fc.nat(0xffff)).map((codes) => String.fromCharCode(...codes));
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), units), (text) => {
        assertEquals(count(text), new TextEncoder().encode(text).length);
      }),
      { numRuns: 1000, examples: EXAMPLES.map((text): [string] => [text]) },
    );
  });
}
