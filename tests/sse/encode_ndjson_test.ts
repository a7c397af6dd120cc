import { assertEquals, assertThrows } from "@std/assert";
import { encodeNdjson, type EncodeNdjsonOptions } from "../../src/sse/encode_ndjson.ts";

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

Deno.test.each([
  { event: null, says: "must be an object with a 'data': got null" },
  { event: { data: 7 }, says: "its 'data' must be a string, for a value its JSON text: got 7" },
  {
    event: { data: "" },
    options: "\n",
    says: `its options must be an object with members of: lineEnd, bom: current value is "\\n"`,
  },
])("encodeNdjson() says what it expected: $says", ({ event, options, says }) => {
  const given = event as unknown as { data: string };
  assertThrows(
    () => encodeNdjson(given, options as unknown as EncodeNdjsonOptions),
    TypeError,
    says,
  );
});

Deno.test("encodeNdjson() refuses what ends no line", () => {
  for (const lineEnd of ["zz", "", "\r", 5, null]) {
    const encode = () => encodeNdjson({ data: "1" }, { lineEnd: lineEnd as "\n" });
    assertThrows(encode, TypeError, `'lineEnd' must be "\\n" or "\\r\\n": got`);
  }
});
