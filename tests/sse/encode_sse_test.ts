import { assertEquals, assertThrows } from "@std/assert";
import { encodeSse, type EncodeSseOptions, type SseEventInit } from "../../src/sse/encode_sse.ts";

interface Case {
  readonly does: string;
  readonly event: SseEventInit;
  readonly options?: EncodeSseOptions;
  readonly text: string;
}

const cases: readonly Case[] = [
  { does: "writes data", event: { data: "1" }, text: "data: 1\n\n" },
  { does: "writes empty data", event: { data: "" }, text: "data:\n\n" },
  {
    does: "writes all fields",
    event: { event: "e", id: "7", retryMs: 10, data: "1" },
    text: "event: e\nid: 7\nretry: 10\ndata: 1\n\n",
  },
  {
    does: "leaves out an empty event name but not an empty id",
    event: { event: "", id: "", data: "1" },
    text: "id:\ndata: 1\n\n",
  },
  {
    does: "writes a field for every line of data, whatever ends it",
    event: { data: "a\nb\r\nc\rd\n\ne\n" },
    text: "data: a\ndata: b\ndata: c\ndata: d\ndata:\ndata: e\ndata:\n\n",
  },
  {
    does: "ends lines as it is told",
    event: { event: "e", data: "a\nb" },
    options: { lineEnd: "\r\n" },
    text: "event: e\r\ndata: a\r\ndata: b\r\n\r\n",
  },
  {
    does: "leaves out the space after the colon",
    event: { event: "e", id: "7", data: "a" },
    options: { spaceAfterColon: false, lineEnd: "\r" },
    text: "event:e\rid:7\rdata:a\r\r",
  },
  {
    does: "keeps a space that a value begins with",
    event: { data: " a\n  b" },
    options: { spaceAfterColon: false },
    text: "data:  a\ndata:   b\n\n",
  },
  {
    does: "writes a byte order mark and comments first",
    event: { data: "1" },
    options: { bom: true, comments: ["", "ping", " x"] },
    text: "\ufeff:\n: ping\n:  x\ndata: 1\n\n",
  },
  {
    does: "leaves out the blank line of an unterminated event",
    event: { data: "1", unterminated: true },
    text: "data: 1\n",
  },
  { does: "writes UTF-8", event: { data: "é北😀" }, text: "data: é北😀\n\n" },
];

for (const { does, event, options, text } of cases) {
  Deno.test(`encodeSse() ${does}`, () => {
    const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    assertEquals(decoder.decode(encodeSse(event, options)), text);
  });
}

const refused: readonly [SseEventInit, EncodeSseOptions, string][] = [
  [{ data: "", event: "a\nb" }, {}, "'event' must be one line: current value is \"a\\nb\""],
  [{ data: "", event: "a\r" }, {}, "'event' must be one line: current value is \"a\\r\""],
  [{ data: "", id: "\r\n" }, {}, "'id' must be one line: current value is \"\\r\\n\""],
  [{ data: "", id: "a\0" }, {}, "'id' must have no NUL: current value is \"a\\u0000\""],
  [{ data: "" }, { comments: ["a\nb"] }, "'comments' must be one line: "],
  [{ data: "", retryMs: -1 }, {}, "'retryMs' must be a whole number of milliseconds: "],
  [{ data: "", retryMs: 0.5 }, {}, "'retryMs' must be a whole number of milliseconds: "],
];

for (const [event, options, message] of refused) {
  Deno.test(`encodeSse() refuses ${JSON.stringify({ ...event, ...options })}`, () => {
    assertThrows(
      () => encodeSse(event, options),
      TypeError,
      `Cannot encode the event as its ${message}`,
    );
  });
}

Deno.test.each([
  { event: null, says: "must be an object with a 'data': got null" },
  { event: "hi", says: `must be an object with a 'data': got "hi"` },
  { event: {}, says: "its 'data' must be a string, for a value its JSON text: got undefined" },
  { event: { data: { a: 1 } }, says: "its 'data' must be a string" },
  { event: { data: "", event: 7 }, says: "its 'event' must be a string: got 7" },
  { event: { data: "", id: null }, says: "its 'id' must be a string: got null" },
  { event: { data: "", retryMs: "5" }, says: `current value is "5"` },
  {
    event: { data: "" },
    options: null,
    says:
      "its options must be an object with members of: lineEnd, spaceAfterColon, bom, comments: current value is null",
  },
  {
    event: { data: "" },
    options: { comments: "hi" },
    says: `its 'comments' must be a list of strings: got "hi"`,
  },
  {
    event: { data: "" },
    options: { comments: [7] },
    says: "its 'comments' must be a string: got 7",
  },
])("encodeSse() says what it expected: $says", ({ event, options, says }) => {
  const given = event as unknown as SseEventInit;
  assertThrows(() => encodeSse(given, options as unknown as EncodeSseOptions), TypeError, says);
});

Deno.test("encodeSse() refuses what ends no line", () => {
  for (const lineEnd of ["zz", "", "\n\r", 5, null]) {
    const encode = () => encodeSse({ data: "1" }, { lineEnd: lineEnd as "\n" });
    assertThrows(encode, TypeError, `'lineEnd' must be "\\n" or "\\r\\n" or "\\r": got`);
  }
});
