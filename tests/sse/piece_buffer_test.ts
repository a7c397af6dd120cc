import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { PieceBuffer } from "../../src/sse/piece_buffer.ts";

Deno.test("PieceBuffer gives what was put in, in order, and is empty then", () => {
  const buffer = new PieceBuffer();
  for (const text of ["one", "", "two"]) buffer.push(text);
  assertEquals(buffer.length, 6);
  assertEquals(buffer.take(), "onetwo");
  assertEquals(buffer.length, 0);
  assertEquals(buffer.take(), "");
});

Deno.test("PieceBuffer keeps any mixture of small and big pieces, again and again", () => {
  // Runs of pieces, long enough to fill the groups in which the buffer joins small ones.
  const run = fc.record({ chars: fc.integer({ min: 0, max: 200 }), times: fc.nat(600) });
  fc.assert(
    fc.property(fc.array(run, { maxLength: 6 }), fc.nat(6), (runs, takeAt) => {
      const buffer = new PieceBuffer();
      let expected = "";
      let pieces = 0;
      runs.forEach(({ chars, times }, i) => {
        if (i === takeAt) {
          assertEquals(buffer.take(), expected);
          expected = "";
        }
        for (let n = 0; n < times; n++) {
          const piece = String.fromCharCode(97 + pieces++ % 26).repeat(chars);
          buffer.push(piece);
          expected += piece;
        }
        assertEquals(buffer.length, expected.length);
      });
      assertEquals(buffer.take() === expected, true);
    }),
    { numRuns: 200 },
  );
});
