import { assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { type Bytes, concatBytes, toBytes } from "../../src/bytes.ts";
import { encodeNdjson } from "../../src/sse/encode_ndjson.ts";
import { NdjsonDecoder, type NdjsonDecoderOptions } from "../../src/sse/ndjson_decoder.ts";
import type { SseEvent } from "../../src/sse/sse_event.ts";
import { anyBodies, cutAt, cuts, hostileBodies, singleBytes } from "./arbitraries.ts";
import { decodeWith, sseEvent } from "./decode.ts";

function decode(...pieces: readonly string[]): SseEvent[] {
  return decodeWith(new NdjsonDecoder(), pieces.map(toBytes));
}

function watch(chunks: readonly Bytes[], options: NdjsonDecoderOptions): unknown[] {
  const out: SseEvent[] = [];
  const decoder = new NdjsonDecoder(options);
  try {
    for (const chunk of chunks) decoder.push(chunk, out);
    return decoder.end(out);
  } catch (error) {
    return [...out, String(error)];
  }
}

const cases = [
  {
    does: "gives an event for every line",
    body: ['{"a":1}\n{"b":2}\n'],
    data: ['{"a":1}', '{"b":2}'],
  },
  { does: "takes CR LF, also cut in two", body: ["1\r\n2\r", "\n3\r\n"], data: ["1", "2", "3"] },
  { does: "skips blank lines", body: ["\n1\n\r\n \t \n", "\n2\n"], data: ["1", "2"] },
  { does: "joins a line cut in three", body: ["[1", ",", "2]\n"], data: ["[1,2]"] },
  { does: "keeps spaces, and a CR within a line", body: [" {\r} \n"], data: [" {\r} "] },
  { does: "strips a byte order mark", body: ["\ufeff1\n\ufeff2\n"], data: ["1", "\ufeff2"] },
  { does: "gives nothing for an empty body", body: [], data: [] },
];

for (const { does, body, data } of cases) {
  Deno.test(`NdjsonDecoder ${does}`, () => {
    assertEquals(decode(...body), data.map((line) => sseEvent(line)));
  });
}

Deno.test("NdjsonDecoder marks a last line without its end", () => {
  assertEquals(decode('1\n{"a"'), [sseEvent("1"), sseEvent('{"a"', { unterminated: true })]);
  assertEquals(decode("1\r"), [sseEvent("1", { unterminated: true })]);
  assertEquals(decode("1\n  "), [sseEvent("1")]);
});

Deno.test("NdjsonDecoder appends to the array it is given and returns it", () => {
  const decoder = new NdjsonDecoder();
  const out = [sseEvent("before")];
  assertStrictEquals(decoder.push(toBytes("1\n2"), out), out);
  assertStrictEquals(decoder.end(out), out);
  assertEquals(out.map((event) => event.data), ["before", "1", "2"]);
});

Deno.test("NdjsonDecoder refuses a limit that is none", () => {
  assertThrows(
    () => new NdjsonDecoder({ maxLineChars: 0 }),
    RangeError,
    "Cannot create a decoder as 'maxLineChars' must be a positive integer: current value is 0",
  );
});

Deno.test("NdjsonDecoder accepts a line of 'maxLineChars', refuses one more, and goes on no more", () => {
  const decoder = new NdjsonDecoder({ maxLineChars: 4 });
  const out = decoder.push(toBytes("1234\n123\r\n"));
  const message = "Cannot read a line longer than 'maxLineChars': limit is 4 characters, " +
    "the line has at least 5";
  assertThrows(() => decoder.push(toBytes("1\n12345"), out), RangeError, message);
  assertThrows(() => decoder.push(toBytes("1\n"), out), RangeError, message);
  assertThrows(() => decoder.end(out), RangeError, message);
  assertEquals(out.map((event) => event.data), ["1234", "123", "1"]);
});

Deno.test("NdjsonDecoder sees the same however a body is cut, within its limit and beyond", () => {
  const bodies = fc.oneof(hostileBodies(), anyBodies());
  const limit = fc.oneof(fc.constant(undefined), fc.integer({ min: 1, max: 20 }));
  fc.assert(
    fc.property(bodies, cuts(), limit, (body, shares, maxLineChars) => {
      const seen = watch([body], { maxLineChars });
      assertEquals(watch(cutAt(body, shares), { maxLineChars }), seen);
      assertEquals(watch(singleBytes(body), { maxLineChars }), seen);
    }),
    { numRuns: 1000 },
  );
});

Deno.test("NdjsonDecoder reads what encodeNdjson() writes", () => {
  const lineEnd = fc.constantFrom("\n" as const, "\r\n" as const);
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), lineEnd, cuts(), (values, lineEnd, shares) => {
      const lines = values.map((value) => JSON.stringify(value));
      const body = concatBytes(lines.map((data) => encodeNdjson({ data }, { lineEnd })));
      const read = decodeWith(new NdjsonDecoder(), cutAt(body, shares));
      assertEquals(read, lines.map((line) => sseEvent(line)));
    }),
    { numRuns: 1000 },
  );
});
