import { assertEquals, assertThrows } from "@std/assert";
import { toBytes } from "../../src/bytes.ts";
import { NdjsonDecoder } from "../../src/sse/ndjson_decoder.ts";
import { SseDecoder } from "../../src/sse/sse_decoder.ts";
import type { SseDecoderOptions } from "../../src/sse/sse_decoder.ts";

Deno.test.each([
  { name: "SseDecoder", create: () => new SseDecoder(), body: "data: 1" },
  { name: "NdjsonDecoder", create: () => new NdjsonDecoder(), body: "1" },
])("$name reads one body, and refuses another", ({ create, body }) => {
  const decoder = create();
  decoder.push(toBytes(body));
  assertEquals(decoder.end().map(({ data }) => data), ["1"]);
  for (const use of [() => decoder.push(toBytes(body)), () => decoder.end()]) {
    assertThrows(use, TypeError, "Cannot decode after end()");
  }
});

Deno.test("SseDecoder refuses callbacks that are no functions", () => {
  for (const name of ["onComment", "onRetry"]) {
    for (const callback of [null, 5, "x", {}]) {
      const create = () => new SseDecoder({ [name]: callback } as SseDecoderOptions);
      assertThrows(create, TypeError, `'${name}' must be a function`);
    }
  }
});
