import { assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import { toBytes } from "../../src/bytes.ts";
import { SseDecoder } from "../../src/sse/sse_decoder.ts";
import type { SseEvent } from "../../src/sse/sse_event.ts";
import { decodeSse, sseEvent, watchSse } from "./decode.ts";

interface Case {
  readonly does: string;
  /** The body; each string or byte list is a chunk. */
  readonly body: readonly (string | readonly number[])[];
  readonly events: readonly SseEvent[];
}

/** What the standard says, most of it by its own examples. */
const standard: readonly Case[] = [
  {
    does: "joins data lines by line feeds",
    body: ["data: YHOO\ndata: +2\ndata: 10\n\n"],
    events: [sseEvent("YHOO\n+2\n10")],
  },
  {
    does: "ignores comments and keeps the last id",
    body: [
      ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n\n",
    ],
    events: [
      sseEvent("first event", { id: "1" }),
      sseEvent("second event", { id: "" }),
      sseEvent(" third event", { id: "" }),
    ],
  },
  {
    does: "dispatches an empty data field, and two as a line feed",
    body: ["data\n\ndata\ndata\n\n"],
    events: [sseEvent(""), sseEvent("\n")],
  },
  {
    does: "takes away one space after the colon only",
    body: ["data:test\n\ndata: test\n\ndata:  test\n\ndata:\ttest\n\n"],
    events: [sseEvent("test"), sseEvent("test"), sseEvent(" test"), sseEvent("\ttest")],
  },
  {
    does: "takes the event name for one event only",
    body: ["event: add\ndata: 73857293\n\ndata: x\n\n"],
    events: [sseEvent("73857293", { event: "add" }), sseEvent("x")],
  },
  {
    does: "takes the last of two event names, and an empty one as none",
    body: ["event: a\nevent: b\ndata: 1\n\nevent: a\nevent:\ndata: 2\n\nevent\ndata: 3\n\n"],
    events: [sseEvent("1", { event: "b" }), sseEvent("2"), sseEvent("3")],
  },
  {
    does: "dispatches nothing without data, and forgets the event name then",
    body: ["event: a\n\ndata: 1\n\n", "id: 7\n\n\n\ndata: 2\n\n"],
    events: [sseEvent("1"), sseEvent("2", { id: "7" })],
  },
  {
    does: "ignores an id with a NUL",
    body: ["id: 1\ndata: a\n\nid: 2\0\ndata: b\n\n"],
    events: [sseEvent("a", { id: "1" }), sseEvent("b", { id: "1" })],
  },
  {
    does: "ignores unknown fields, also those that begin like known ones",
    body: ["foo: 1\nDATA: 2\n data: 3\ndata : 4\ndatas: 5\ndat: 6\nevents: x\nidx: 7\ndata: 8\n\n"],
    events: [sseEvent("8")],
  },
  {
    does: "ignores fields that differ from known ones in one letter",
    body: [
      "xata: 1\ndxta: 1\ndaxa: 1\ndatx: 1\ndata;1\ndata 1\nidx: 1\nix: 1\n",
      "xvent: 1\nexent: 1\nevxnt: 1\nevext: 1\nevenx: 1\nevent;1\nevent 1\ndata: 2\n\n",
    ],
    events: [sseEvent("2")],
  },
  {
    does: "keeps colons in values",
    body: ["data: a:b: c\nevent::\n\n"],
    events: [sseEvent("a:b: c", { event: ":" })],
  },
  {
    does: "keeps a NUL in data",
    body: ["data: a\0b\n\n"],
    events: [sseEvent("a\0b")],
  },
];

/** Line ends and marks of byte order: wires.md 4E, 66 to 69. */
const framing: readonly Case[] = [
  {
    does: "takes CR LF cut in two as one line end",
    body: ["data: A\r", "\ndata: B\r\n\r\n"],
    events: [sseEvent("A\nB")],
  },
  {
    does: "dispatches once when the CR LF of the blank line is cut in two",
    body: ["data: A\r\n\r", "\ndata: B\r\n\r\n"],
    events: [sseEvent("A"), sseEvent("B")],
  },
  {
    does: "takes CR, LF and CR LF mixed",
    body: ["event: a\r\ndata: 1\n\ndata: 2\r\rdata: 3\r\n\ndata: 4\n\r\ndata: 5\n\r"],
    events: [
      sseEvent("1", { event: "a" }),
      sseEvent("2"),
      sseEvent("3"),
      sseEvent("4"),
      sseEvent("5"),
    ],
  },
  {
    does: "takes a CR at the end of a chunk as a line end when no LF follows",
    body: ["data: A\r", "\rdata: B\r", "data: C\r", "\r"],
    events: [sseEvent("A"), sseEvent("B\nC")],
  },
  {
    does: "takes LF LF after CR for a line end and a blank line",
    body: ["data: A\r", "\n\ndata: B\n\n"],
    events: [sseEvent("A"), sseEvent("B")],
  },
  {
    does: "ends an unfinished line at a CR within the next chunk, and begins another",
    body: ["data: A", "B\rdata: C", "D\r", "\n\r\ndata: E\r\rdata:", " F\n\n"],
    events: [sseEvent("AB\nCD"), sseEvent("E"), sseEvent("F")],
  },
  {
    does: "ends an unfinished line at the first of several line ends",
    body: ["data: A", "\r\r\n\ndata: B", "\n\r\rdata: C", "\r\n\r\n"],
    events: [sseEvent("A"), sseEvent("B"), sseEvent("C")],
  },
  {
    does: "takes rows of usual events, each row with other line ends",
    body: [
      "data: 1\r\n\r\ndata: 2\r\n\r\ndata: 3\r\rdata: 4\r\rdata: 5\n\ndata: 6\n\ndata: 7\r\n\n",
    ],
    events: ["1", "2", "3", "4", "5", "6", "7"].map((data) => sseEvent(data)),
  },
  {
    does: "strips a byte order mark before a row of usual events",
    body: [[0xef, 0xbb, 0xbf], "data: 1\r\n\r\nevent: x\r\ndata: 2\r\n\r\n"],
    events: [sseEvent("1"), sseEvent("2", { event: "x" })],
  },
  {
    does: "strips a byte order mark cut in three",
    body: [[0xef], [0xbb], [0xbf], "data: 1\n\n"],
    events: [sseEvent("1")],
  },
  {
    does: "strips one byte order mark only, at the beginning only",
    body: ["\ufeff\ufeffdata: 1\n\n\ufeffdata: 2\n\ndata: \ufeff3\n\n"],
    events: [sseEvent("\ufeff3")],
  },
];

/** Bodies as servers send them: wires.md 4E, 70 to 80. */
const wild: readonly Case[] = [
  {
    does: "gives the last event without its blank line, marked",
    body: ["data: {}\n\ndata: [DONE]\n"],
    events: [sseEvent("{}"), sseEvent("[DONE]", { unterminated: true })],
  },
  {
    does: "gives the last event without its line end, marked",
    body: ['data: {"a":1'],
    events: [sseEvent('{"a":1', { unterminated: true })],
  },
  {
    does: "gives the last event with a cut second line, marked",
    body: ["event: x\ndata: 1\ndata: 2\ndat"],
    events: [sseEvent("1\n2", { event: "x", unterminated: true })],
  },
  {
    does: "gives no last event without data",
    body: ["data: 1\n\nevent: x\nid: 3\n: bye"],
    events: [sseEvent("1")],
  },
  {
    does: "leaves a comment in a data field to its reader",
    body: ["data: : ping\n\n"],
    events: [sseEvent(": ping")],
  },
  {
    does: "ignores comments between and within events",
    body: [": OPENROUTER PROCESSING\n\ndata: {}\n: x\n\n:\n\n"],
    events: [sseEvent("{}")],
  },
  {
    does: "reads the sentinel without a space and with two",
    body: ["data:[DONE]\n\ndata:  [DONE]\n\ndata: [DONE] \n\ndata: [DONE]\r\n\r\n"],
    events: [sseEvent("[DONE]"), sseEvent(" [DONE]"), sseEvent("[DONE] "), sseEvent("[DONE]")],
  },
  {
    does: "joins a character cut in two",
    body: ["data: ", [0xe5, 0x8c], [0x97], "\n\n"],
    events: [sseEvent("北")],
  },
  {
    does: "replaces bytes that are no UTF-8",
    body: ["data: a", [0xff], "b", [0xe5, 0x8c], "c\n\ndata: ", [0xf0, 0x9f]],
    events: [sseEvent("a\ufffdb\ufffdc"), sseEvent("\ufffd", { unterminated: true })],
  },
  { does: "reads no event from an empty body", body: [], events: [] },
  { does: "reads no event from blank lines", body: ["\n\r\n\r", "\n\n"], events: [] },
  {
    does: "ignores HTML and JSON that stand alone",
    body: ['<html>\n<body>data: x</body>\n\n{"error":{"message":"data: y"}}'],
    events: [],
  },
];

for (const { does, body, events } of [...standard, ...framing, ...wild]) {
  Deno.test(`SseDecoder ${does}`, () => assertEquals(decodeSse(...body), [...events]));
}

Deno.test("SseDecoder calls onComment and onRetry where they stand", () => {
  const body =
    ":\n: a\n:b:  c\nretry: 10\nretry:007\nretry: 1.5\nretry: -1\nretry\ndata: 1\n: d\n\n";
  assertEquals(watchSse([toBytes(body)]), [
    { comment: "" },
    { comment: "a" },
    { comment: "b:  c" },
    { retryMs: 10 },
    { retryMs: 7 },
    { comment: "d" },
    sseEvent("1"),
  ]);
});

Deno.test("SseDecoder dispatches an event as soon as its blank line is there", () => {
  const decoder = new SseDecoder();
  assertEquals(decoder.push(toBytes("data: 1\n")), []);
  assertEquals(decoder.push(toBytes("\n")), [sseEvent("1")]);
  assertEquals(decoder.push(toBytes("data: 2\r\n\r")), [sseEvent("2")]);
  assertEquals(decoder.end(), []);
});

Deno.test("SseDecoder appends to the array it is given and returns it", () => {
  const decoder = new SseDecoder();
  const out = [sseEvent("before")];
  assertStrictEquals(decoder.push(toBytes("data: 1\n\ndata: 2"), out), out);
  assertStrictEquals(decoder.end(out), out);
  assertEquals(out.map((event) => event.data), ["before", "1", "2"]);
});

Deno.test("SseDecoder gives a new array each time if it is given none", () => {
  const decoder = new SseDecoder();
  const [none, one, two, last] = [
    decoder.push(toBytes("data: 1")),
    decoder.push(toBytes("\n\n")),
    decoder.push(toBytes("data: 2\n\ndata: 3\n\ndata: 4")),
    decoder.end(),
  ];
  assertEquals([none, one], [[], [sseEvent("1")]]);
  assertEquals(two, [sseEvent("2"), sseEvent("3")]);
  assertEquals(last, [sseEvent("4", { unterminated: true })]);
});

Deno.test("SseDecoder reads a chunk before it returns, so that its buffer can be used again", () => {
  const decoder = new SseDecoder();
  const buffer = new Uint8Array(8);
  const out: SseEvent[] = [];
  for (const piece of ["data: 1", [0xe5, 0x8c], [0x97], "\n\n"] as const) {
    const bytes = typeof piece === "string" ? toBytes(piece) : new Uint8Array(piece);
    buffer.fill(0).set(bytes);
    decoder.push(buffer.subarray(0, bytes.length), out);
  }
  assertEquals(out, [sseEvent("1北")]);
});

Deno.test("SseDecoder gives the error of a callback, and the same one from then on", () => {
  const failure = new Error("Cannot log");
  const decoder = new SseDecoder({
    onComment: () => {
      throw failure;
    },
  });
  const out: SseEvent[] = [];
  const body = toBytes("data: 1\n\n: x\ndata: 2\n\n");
  assertStrictEquals(assertThrows(() => decoder.push(body, out)), failure);
  assertStrictEquals(assertThrows(() => decoder.push(toBytes("data: 3\n\n"), out)), failure);
  assertStrictEquals(assertThrows(() => decoder.end(out)), failure);
  assertEquals(out, [sseEvent("1")]);
});
