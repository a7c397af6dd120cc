import { assertEquals } from "@std/assert";
import fc from "fast-check";
import type { Bytes } from "../../src/bytes.ts";
import { Utf8Decoder } from "../../src/sse/utf8_decoder.ts";
import { anyBodies, cutAt, cuts, hostileBodies, singleBytes } from "./arbitraries.ts";

function decode(chunks: readonly Bytes[]): string {
  const decoder = new Utf8Decoder();
  return chunks.map((chunk) => decoder.decode(chunk)).join("") + decoder.end();
}

Deno.test("Utf8Decoder gives a character with its last byte, no earlier and no later", () => {
  const decoder = new Utf8Decoder();
  const texts = Array.from(
    "aé北😀",
    (character) =>
      singleBytes(new TextEncoder().encode(character)).map((byte) => decoder.decode(byte)),
  );
  assertEquals(texts, [["a"], ["", "é"], ["", "", "北"], ["", "", "", "😀"]]);
  assertEquals(decoder.end(), "");
});

Deno.test("Utf8Decoder agrees with the platform's decoder on any bytes, however they are cut", () => {
  fc.assert(
    fc.property(fc.oneof(hostileBodies(), anyBodies()), cuts(), (body, shares) => {
      const expected = new TextDecoder().decode(body);
      assertEquals(decode([body]), expected);
      assertEquals(decode(cutAt(body, shares)), expected);
      assertEquals(decode(singleBytes(body)), expected);
    }),
    { numRuns: 1000 },
  );
});

Deno.test("Utf8Decoder agrees with the platform's decoder on every cut of bad sequences", () => {
  const sequences = [
    [0xe0, 0x80, 0x80],
    [0xed, 0xa0, 0x80],
    [0xf4, 0x90, 0x80, 0x80],
    [0xf8, 0x88, 0x80, 0x80, 0x80],
    [0xc0, 0xaf],
    [0xf0, 0x9f, 0x98, 0x61],
    [0xe5, 0xe5, 0x8c, 0x97],
    [0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf],
    [0xef, 0xbb],
  ];
  for (const sequence of sequences) {
    const body = new Uint8Array(sequence);
    for (let cut = 0; cut <= body.length; cut++) {
      assertEquals(
        decode([body.slice(0, cut), body.slice(cut)]),
        new TextDecoder().decode(body),
        `${sequence} cut at ${cut}`,
      );
    }
  }
});
