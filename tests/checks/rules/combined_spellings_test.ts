import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import type { Bytes } from "../../../src/bytes.ts";
import { spellingsOf } from "../../../src/checks/judge/spellings.ts";
import { combinedSpellings } from "../../../src/checks/rules/combined_spellings.ts";
import { NdjsonDecoder } from "../../../src/sse/ndjson_decoder.ts";
import { SseDecoder } from "../../../src/sse/sse_decoder.ts";
import type { SseEvent } from "../../../src/sse/sse_event.ts";
import { frameOf } from "../../../src/wire/frame.ts";

const FRAMES: readonly SseEvent[] = [
  frameOf('{"text":"Grüße\\n\\r"}', "a"),
  frameOf("{}", "b"),
];

function textOf(name: string): string {
  const spelling = combinedSpellings("sse").find((one) => one.name === name);
  assert(spelling, name);
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(spelling.write(FRAMES));
}

Deno.test("combinedSpellings() writes several data lines with every other line end", () => {
  const [head, tail] = ['event: a\ndata: {\ndata: "text":"Grüße\\n\\r"\ndata: }\n\n', "event: b\n"];
  const plain = `${head}${tail}data: {\ndata: \ndata: }\n\n`.replace("data: \n", "data:\n");
  assertEquals(
    textOf("data in several lines, lines end with CRLF"),
    plain.replaceAll("\n", "\r\n"),
  );
  assertEquals(textOf("data in several lines, lines end with CR"), plain.replaceAll("\n", "\r"));
  let line = 0;
  const mixed = plain.replaceAll("\n", () => line++ % 2 === 0 ? "\r\n" : "\n");
  assertEquals(textOf("data in several lines, line ends are mixed"), mixed);
});

Deno.test("combinedSpellings() puts comments and unknown fields between data lines", () => {
  const name = "comments and unknown fields between data lines";
  assertEquals(
    textOf(name).split("\n\n")[0],
    "event: a\n: keep-alive\ntrace: 1\ndata: {\n: keep-alive\ntrace: 1\n" +
      'data: "text":"Grüße\\n\\r"\n: keep-alive\ntrace: 1\ndata: }\n: keep-alive\ntrace: 1',
  );
  assert(
    textOf(`${name}, lines end with CRLF`).includes("\r\n: keep-alive\r\ntrace: 1\r\ndata: }"),
  );
});

Deno.test("combinedSpellings() keeps a byte order mark and what has no space", () => {
  assert(textOf("a byte order mark first, lines end with CRLF").startsWith("\ufeffevent: a\r\n"));
  assert(textOf("no space after the colon, lines end with CRLF").startsWith("event:a\r\ndata:{"));
});

for (const framing of ["sse", "ndjson"] as const) {
  Deno.test(`combinedSpellings() are legal in ${framing}: they say what the plain body does`, () => {
    const read = (body: Bytes): unknown[] => {
      const decoder = framing === "sse" ? new SseDecoder() : new NdjsonDecoder();
      const frames = Array.from(body, (_, at) => decoder.push(body.slice(at, at + 1))).flat();
      return [...frames, ...decoder.end()].map(({ event, data }) => [
        event,
        JSON.parse(data) as unknown,
      ]);
    };
    const wanted = FRAMES.map(({ event, data }) => [
      framing === "sse" ? event : undefined,
      JSON.parse(data) as unknown,
    ]);
    for (const { name, write } of combinedSpellings(framing)) {
      assertEquals(read(write(FRAMES)), wanted, name);
    }
  });

  Deno.test(`combinedSpellings() of ${framing} are named once, and made of spellings that have a case`, () => {
    const combined = combinedSpellings(framing);
    const single = spellingsOf(framing);
    const names = [...single, ...combined].map(({ name }) => name);
    assertStrictEquals(new Set(names).size, names.length);
    for (const { name, parts } of combined) {
      assert(parts.length >= 2, name);
      assert(parts.every((part) => names.includes(part.name)), name);
    }
  });
}
