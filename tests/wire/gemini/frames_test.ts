import { assertEquals, assertStringIncludes } from "@std/assert";
import fc from "fast-check";
import type { Bytes } from "../../../src/bytes.ts";
import { toBytes } from "../../../src/bytes.ts";
import { SseDecoder } from "../../../src/sse/sse_decoder.ts";
import type { SseEvent } from "../../../src/sse/sse_event.ts";
import { GeminiFrames } from "../../../src/wire/gemini/frames.ts";
import { chunkSizes, rechunk } from "../../support/bodies.ts";
import { codeOf } from "../../support/reading.ts";
import { OVERLOADED } from "./chunks.ts";

interface Frames {
  readonly data: readonly string[];
  readonly code: string | undefined;
  readonly message: string;
}

function read(body: string | readonly Bytes[]): Frames {
  const frames = new GeminiFrames();
  const events: SseEvent[] = [];
  let error: unknown;
  try {
    for (const chunk of typeof body === "string" ? [toBytes(body)] : body) {
      frames.push(chunk, events);
    }
    frames.end(events);
  } catch (thrown) {
    error = thrown;
  }
  const message = error instanceof Error ? error.message : "";
  return { data: events.map(({ data }) => data), code: codeOf(error), message };
}

const ERROR = JSON.stringify(OVERLOADED, null, 2);

const STRAY: Readonly<Record<string, string>> = {
  "after an event": `data: 1\n\n${ERROR}\n`,
  "without a blank line before it": `data: 1\n${ERROR}`,
  "after CRLF": `data: 1\r\n\r\n${ERROR.replaceAll("\n", "\r\n")}\r\n`,
  "after CR": `data: 1\r\r${ERROR.replaceAll("\n", "\r")}\r`,
  "in an array": `data: 1\n\n[${ERROR}]\n`,
  "in an array, after another item": `data: 1\n\n[{},\n${ERROR}]\n`,
  "before a gateway's [DONE]": `data: 1\n\n${ERROR}\n\ndata: [DONE]\n\n`,
  "before a gateway's [DONE], after CRLF": `data: 1\r\n\r\n${
    JSON.stringify(OVERLOADED)
  }\r\n\r\ndata: [DONE]\r\n\r\n`,
  "on one line": `data: 1\n\n${JSON.stringify(OVERLOADED)}`,
};

for (const [name, body] of Object.entries(STRAY)) {
  Deno.test(`GeminiFrames sees a bare error ${name}, however the body is chunked`, () => {
    for (const sizes of [[body.length], [1], [1, 0], [2], [3], [7]]) {
      const { data, code, message } = read(rechunk(toBytes(body), sizes));
      assertEquals(data, ["1"]);
      assertEquals(code, "PROVIDER");
      assertStringIncludes(message, "UNAVAILABLE: The model is overloaded");
    }
  });
}

Deno.test("GeminiFrames sees a bare error although the chunk's owner uses its buffer again", () => {
  const frames = new GeminiFrames();
  const chunk = toBytes('{"error":"busy"');
  frames.push(chunk);
  chunk.fill(0x20);
  frames.push(toBytes("}"));
  let message = "";
  try {
    frames.end();
  } catch (error) {
    message = (error as Error).message;
  }
  assertStringIncludes(message, "busy");
});

Deno.test("GeminiFrames reports bare JSON that is no error, with what to do", () => {
  const { code, message } = read('[{"candidates":[]}\n]');
  assertEquals(code, "STREAM_PROTOCOL");
  assertStringIncludes(message, "alt=sse");
});

Deno.test("GeminiFrames tells bare JSON from its beginning, whichever line ends there are", () => {
  for (const body of ['\n{"first":1}\r{"then":1}', '\r{"first":1}\n{"then":1}']) {
    const { code, message } = read(body);
    assertEquals(code, "STREAM_PROTOCOL");
    assertStringIncludes(message, "first");
  }
});

Deno.test("GeminiFrames reports a bare error that is cut", () => {
  assertEquals(read('data: 1\n\n{"error":{"mess').code, "STREAM_PROTOCOL");
});

Deno.test("GeminiFrames stops keeping bare JSON that does not end", () => {
  const frames = new GeminiFrames();
  const chunk = toBytes(`{"error":"${"x".repeat(1000)}"}\n`);
  let chunks = 0;
  let code: string | undefined;
  while (code === undefined && chunks < 1000) {
    chunks++;
    try {
      frames.push(chunk);
    } catch (error) {
      code = codeOf(error);
    }
  }
  assertEquals([code, chunks], ["STREAM_PROTOCOL", 65]);
});

Deno.test("GeminiFrames takes no brace within a line for bare JSON", () => {
  const body = 'data: {"a":[{"b":1}]}\n\ndata:{\n\nevent: {\n: {\n {\n\n';
  assertEquals(read(body), { data: ['{"a":[{"b":1}]}', "{"], code: undefined, message: "" });
});

Deno.test("GeminiFrames gives what an SSE decoder gives, unless a line opens JSON", () => {
  const line = fc.oneof(
    fc.constantFrom("data: {}", "data:[", "event: x", ": {", "", "id: 1", "nonsense"),
    fc.string({ unit: fc.constantFrom("d", ":", " ", "{", "[", "é"), maxLength: 6 }),
  ).filter((text) => !/^[{[]/.test(text));
  const body = fc.array(fc.tuple(line, fc.constantFrom("\n", "\r\n", "\r")), { maxLength: 12 })
    .map((lines) => toBytes(lines.flat().join("")));
  fc.assert(
    fc.property(body, chunkSizes(), (bytes, sizes) => {
      const plain = new SseDecoder();
      const expected = plain.end(plain.push(bytes)).map(({ data }) => data);
      assertEquals(read(rechunk(bytes, sizes)), { data: expected, code: undefined, message: "" });
    }),
    { numRuns: 1000 },
  );
});
