import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { concatBytes, toBytes } from "../../../src/bytes.ts";
import { respell, USUAL } from "../../../src/checks/fuzz/respelling.ts";
import type { Respelling } from "../../../src/checks/fuzz/respelling.ts";
import { NdjsonDecoder } from "../../../src/sse/ndjson_decoder.ts";
import { SseDecoder } from "../../../src/sse/sse_decoder.ts";

const EVENTS = ['event: a\ndata: {"b":1}\n\n', "data:  c\n\n"].map((text) => toBytes(text));
const JSON_STREAM = { isSse: true, isJson: true };

function spelled(how: Partial<Respelling>, what = JSON_STREAM): string {
  const events = respell(EVENTS, { ...USUAL, ...how }, what);
  return new TextDecoder().decode(concatBytes(events));
}

Deno.test("respell() can change each part of a spelling", () => {
  const usual = new TextDecoder().decode(concatBytes(EVENTS));
  assertEquals(spelled({}), usual);
  assertEquals(spelled({ lineEnd: "\r\n" }), usual.replaceAll("\n", "\r\n"));
  assertEquals(spelled({ lineEnd: "\r" }), usual.replaceAll("\n", "\r"));
  assertEquals(spelled({ lineEnd: "mixed" }).slice(0, 27), 'event: a\r\ndata: {"b":1}\n\r\nd');
  assertEquals(spelled({ spaceless: true }), 'event:a\ndata:{"b":1}\n\ndata:  c\n\n');
  assertEquals(
    spelled({ inLines: true }),
    'event: a\ndata: {\ndata: "b":1\ndata: }\n\ndata:  c\n\n',
  );
  assertEquals(
    spelled({ comments: true }).slice(0, 40),
    'event: a\n: keep-alive\ntrace: 1\ndata: {"b',
  );
});

Deno.test("respell() leaves alone what is not legal in a body", () => {
  const json = { isSse: false, isJson: true };
  assertEquals(spelled({ comments: true, spaceless: true, inLines: true }, json), spelled({}));
  assertEquals(spelled({ lineEnd: "\r" }, json), spelled({}));
  assertEquals(spelled({ inLines: true }, { isSse: true, isJson: false }), spelled({}));
});

const RESPELLINGS: fc.Arbitrary<Respelling> = fc.record({
  lineEnd: fc.constantFrom("\n" as const, "\r\n" as const, "\r" as const, "mixed" as const),
  comments: fc.boolean(),
  spaceless: fc.boolean(),
  inLines: fc.boolean(),
});

for (const isSse of [true, false]) {
  Deno.test(`respell() changes nothing of what events of ${isSse ? "SSE" : "NDJSON"} say`, () => {
    const read = (events: readonly Uint8Array<ArrayBuffer>[]): unknown[] => {
      const decoder = isSse ? new SseDecoder() : new NdjsonDecoder();
      const frames = [...events.flatMap((event) => decoder.push(event)), ...decoder.end()];
      return frames.map(({ event, data }) => [event, JSON.parse(data) as unknown]);
    };
    const payloads = fc.array(fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue()));
    fc.assert(fc.property(payloads, RESPELLINGS, (values, how) => {
      const events = values.map((value) => {
        const data = JSON.stringify(value);
        return toBytes(isSse ? `event: x\ndata: ${data}\n\n` : `${data}\n`);
      });
      assertEquals(read(respell(events, how, { isSse, isJson: true })), read(events));
    }));
  });
}
