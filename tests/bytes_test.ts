import { assertEquals, assertNotStrictEquals } from "@std/assert";
import { concatBytes, toBytes } from "../src/bytes.ts";

Deno.test("toBytes() encodes as UTF-8", () => {
  assertEquals(toBytes("aé北😀"), new TextEncoder().encode("aé北😀"));
  assertEquals(toBytes(""), new Uint8Array(0));
});

Deno.test("concatBytes() joins chunks in their order, into a copy", () => {
  const one = new Uint8Array([1, 2]);
  assertEquals(
    concatBytes([one, new Uint8Array(0), new Uint8Array([3])]),
    new Uint8Array([1, 2, 3]),
  );
  assertEquals(concatBytes([]), new Uint8Array(0));
  assertNotStrictEquals(concatBytes([one]), one);
});
