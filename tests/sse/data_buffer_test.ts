import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { DataBuffer } from "../../src/sse/data_buffer.ts";

Deno.test("DataBuffer joins values by line feeds and is empty after take()", () => {
  const buffer = new DataBuffer(100);
  assertEquals([buffer.empty, buffer.take()], [true, undefined]);
  for (const value of ["", "a", "", "b"]) buffer.add(value);
  assertEquals([buffer.empty, buffer.take()], [false, "\na\n\nb"]);
  assertEquals([buffer.empty, buffer.take()], [true, undefined]);
});

Deno.test("DataBuffer allows exactly so many bytes as its limit says, event after event", () => {
  const values = fc.array(fc.constantFrom("", "a", "é", "北", "😀", "xyz"), { maxLength: 12 });
  fc.assert(
    fc.property(fc.array(values, { maxLength: 4 }), fc.integer({ min: 1, max: 30 }), (all, max) => {
      const buffer = new DataBuffer(max);
      for (const lines of all) {
        for (let n = 1; n <= lines.length; n++) {
          const bytes = new TextEncoder().encode(lines.slice(0, n).join("\n")).length;
          if (bytes > max) {
            const message = `limit is ${max} bytes, the data has at least ${bytes}`;
            assertThrows(() => buffer.add(lines[n - 1]!), RangeError, message);
            return;
          }
          buffer.add(lines[n - 1]!);
        }
        assertEquals(buffer.take(), lines.length === 0 ? undefined : lines.join("\n"));
      }
    }),
    { numRuns: 1000 },
  );
});
