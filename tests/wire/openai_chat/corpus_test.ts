import { assertEquals } from "@std/assert";
import type { Bytes } from "../../../src/bytes.ts";
import { concatBytes, toBytes } from "../../../src/bytes.ts";
import { sseBody } from "../../support/bodies.ts";
import { chunk, DONE, ends, entry, readBytes, said, summary, tools, used } from "./chunks.ts";

/**
 * The bodies that the original's fuzz target begins with, and the answer to each; a cut is where the
 * prefix ends that must not pass for another whole turn.
 */
const CORPUS: { name: string; body: Bytes; expected: string; cuts?: number[] }[] = [
  ...eighths("a sample turn", sample(), "Hi|f({})"),
  {
    name: "usage on every chunk, cut after the first",
    body: sseBody(
      chunk({ content: "H" }, null, { usage: { prompt_tokens: 3, completion_tokens: 1 } }),
      chunk({ content: "i" }, "stop", { usage: { prompt_tokens: 3, completion_tokens: 2 } }),
      DONE,
    ),
    expected: "Hi",
    cuts: [1],
  },
  {
    name: "content after the finish reason, cut after the finish chunk",
    body: sseBody(said("H", "stop"), said("i"), DONE),
    expected: "STREAM_PROTOCOL",
    cuts: [1],
  },
  {
    name: "a finish reason and a usage chunk without the marker",
    body: sseBody(said("Hi"), ends(), used({ prompt_tokens: 3 })),
    expected: "INCOMPLETE",
    cuts: [1, 2],
  },
  { name: "the marker alone", body: sseBody(DONE), expected: "" },
  { name: "two empty chunks", body: sseBody({}, {}), expected: "INCOMPLETE" },
  { name: "an error object", body: sseBody({ error: { message: "no" } }), expected: "PROVIDER" },
  {
    name: "a line of 80 KiB without the blank line at the end",
    body: toBytes(`data: ${JSON.stringify(said("x".repeat(80 * 1024)))}`),
    expected: "INCOMPLETE",
  },
  {
    name: "a line of 80 KiB, and the marker without the blank line at the end",
    body: toBytes(`data: ${JSON.stringify(said("x".repeat(80 * 1024)))}\n\ndata: [DONE]`),
    expected: "x".repeat(80 * 1024),
  },
  { name: "data that is no JSON", body: sseBody("not json"), expected: "STREAM_PROTOCOL" },
  { name: "an event line alone", body: toBytes("event: message\n\n"), expected: "INCOMPLETE" },
];

function sample(): Bytes {
  return sseBody(
    chunk({ role: "assistant", content: "" }),
    said("H"),
    said("i"),
    tools(entry(0, "a", "f", "")),
    tools({ index: 0, function: { arguments: "{}" } }),
    ends("tool_calls"),
    used({ prompt_tokens: 3, completion_tokens: 2 }),
    DONE,
  );
}

function eighths(name: string, body: Bytes, whole: string): typeof CORPUS {
  return Array.from({ length: 9 }, (_, part) => {
    const end = Math.floor(body.length * part / 8);
    const expected = part === 8 ? whole : "INCOMPLETE";
    return { name: `${name}, ${part} eighths of it`, body: body.slice(0, end), expected };
  });
}

/** Where each event of the body ends. */
function eventEnds(body: Bytes): number[] {
  const text = new TextDecoder().decode(body);
  return [...text.matchAll(/\n\n/g)].map(({ index }) => toBytes(text.slice(0, index + 2)).length);
}

for (const { name, body, expected, cuts = [] } of CORPUS) {
  Deno.test(`openai-chat reads the corpus: ${name}`, () => {
    assertEquals(summary(readBytes(body)), expected);
    for (const cut of cuts) {
      assertEquals(summary(readBytes(body.slice(0, eventEnds(body)[cut - 1]))), "INCOMPLETE");
    }
  });
}

Deno.test("openai-chat reads the corpus: a whole turn doubled is read once", () => {
  assertEquals(summary(readBytes(concatBytes([sample(), sample()]))), "Hi|f({})");
});
