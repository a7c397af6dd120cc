import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { utf8Length } from "../src/utf8_length.ts";

Deno.test("utf8Length() counts what TextEncoder writes", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      assertEquals(utf8Length(text), new TextEncoder().encode(text).length);
    }),
    { numRuns: 1000, examples: [["\x7f\x80\u07ff\u0800\ud7ff\ue000\uffff\u{10000}\u{10ffff}"]] },
  );
});
