import { assertEquals, assertThrows } from "@std/assert";
import { encodeNdjson } from "../../src/sse/encode_ndjson.ts";

function text(...args: Parameters<typeof encodeNdjson>): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(encodeNdjson(...args));
}

Deno.test("encodeNdjson() writes a line in the spelling asked for", () => {
  assertEquals(text({ data: '{"a":"é"}' }), '{"a":"é"}\n');
  assertEquals(text({ data: "1" }, { lineEnd: "\r\n", bom: true }), "\ufeff1\r\n");
});

Deno.test("encodeNdjson() leaves out the end of an unterminated line", () => {
  assertEquals(text({ data: "1", unterminated: true }), "1");
});

Deno.test("encodeNdjson() refuses data of more than one line", () => {
  for (const data of ["{\n}", "1\r", "\r\n"]) {
    assertThrows(
      () => encodeNdjson({ data }),
      TypeError,
      "Cannot encode the event as its 'data' must be one line: current value is " +
        JSON.stringify(data),
    );
  }
});
