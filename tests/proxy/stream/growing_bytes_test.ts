/** Bytes that grow and shrink, against a plain array. */
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import type { Bytes } from "../../../src/bytes.ts";
import { GrowingBytes } from "../../../src/proxy/stream/growing_bytes.ts";

Deno.test("GrowingBytes has what was added and not dropped, and never writes over what it gave", () => {
  const step = fc.oneof(fc.uint8Array({ maxLength: 20 }), fc.nat(20));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const growing = new GrowingBytes();
      const given: { bytes: Bytes; copy: Bytes }[] = [];
      let model: number[] = [];
      for (const one of steps) {
        if (typeof one === "number") {
          const count = Math.min(one, model.length);
          growing.drop(count);
          model = model.slice(count);
        } else {
          const all = growing.append(new Uint8Array(one));
          model.push(...one);
          assertEquals([...all], model);
        }
        assertEquals([...growing.bytes], model);
        given.push({ bytes: growing.bytes, copy: growing.bytes.slice() });
      }
      for (const { bytes, copy } of given) assertEquals(bytes, copy);
    }),
    { numRuns: 1000 },
  );
});

Deno.test("GrowingBytes gives the very chunk where there is nothing to join", () => {
  const growing = new GrowingBytes();
  const chunk = new Uint8Array([1, 2, 3]);
  assert(growing.append(chunk) === chunk);
  growing.drop(3);
  const next = new Uint8Array([4]);
  assert(growing.append(next) === next);
});
