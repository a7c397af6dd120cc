import { assertEquals, assertStringIncludes } from "@std/assert";
import { geminiWire } from "../../../src/wire/gemini/gemini.ts";
import { sseBody } from "../../support/bodies.ts";
import { readTurn } from "../../support/reading.ts";
import { summary, testCases } from "../cases.ts";
import { calls, ends, said } from "./chunks.ts";

const WIRE = geminiWire();

/** A part of a call whose arguments are streamed: its `partialArgs`, and more to come. */
function piece(jsonPath: string, value: object, more = true): object {
  return calls({
    partialArgs: [{ jsonPath, ...value }],
    ...(more ? { willContinue: true } : {}),
  });
}

const BEGIN = calls({ name: "f", willContinue: true });
const END = calls({});

testCases(WIRE, "streamed arguments", [
  {
    name: "a string in pieces",
    ref: "BerriAI/litellm#23815",
    body: [
      BEGIN,
      piece("$.city", { stringValue: "Bos", willContinue: true }),
      piece("$.city", { stringValue: "ton", willContinue: true }),
      piece("$.city", { stringValue: "" }),
      END,
      ends(),
    ],
    expected: 'f({"city":"Boston"})',
  },
  {
    name: "a call that its last piece ends",
    ref: "vercel/ai array-arguments-missing-terminal-function-call",
    body: [BEGIN, piece("$.n", { numberValue: 0.5 }, false), ends()],
    expected: 'f({"n":0.5})',
  },
  {
    name: "a call without arguments",
    body: [BEGIN, END, ends()],
    expected: "f({})",
  },
  {
    name: "pieces that carry nothing",
    ref: "vercel/ai vertex-stream-tool-call-arguments-nested",
    body: [BEGIN, calls({ willContinue: true }), piece("$.a", { boolValue: true }), END, ends()],
    expected: 'f({"a":true})',
  },
  {
    name: "members within lists within members",
    ref: "vercel/ai vertex-stream-tool-call-arguments-nested",
    body: [
      BEGIN,
      piece("$.r.items[0].name", { stringValue: "a" }),
      piece("$.r.items[0].n", { numberValue: 1 }),
      piece("$.r.items[1].name", { nullValue: "NULL_VALUE" }),
      piece("$.r.tags[0]", { stringValue: "t" }),
      END,
      ends(),
    ],
    expected: 'f({"r":{"items":[{"name":"a","n":1},{"name":null}],"tags":["t"]}})',
  },
  {
    name: "two calls of one name",
    ref: "vercel/ai stream-tool-call-arguments",
    body: [
      BEGIN,
      piece("$.a", { numberValue: 1 }),
      END,
      BEGIN,
      piece("$.a", { numberValue: 2 }),
      END,
      ends(),
    ],
    expected: 'f({"a":1})|f({"a":2})',
  },
  {
    name: "two calls by turns, told apart by id",
    ref: "mcowger/plexus#704",
    body: [
      calls({ name: "f", id: "x", willContinue: true }),
      calls({ name: "g", id: "y", willContinue: true }),
      calls({ id: "x", partialArgs: [{ jsonPath: "$.a", numberValue: 1 }], willContinue: true }),
      calls({ id: "y", partialArgs: [{ jsonPath: "$.b", numberValue: 2 }] }),
      calls({ id: "x" }),
      ends(),
    ],
    expected: 'g({"b":2})|f({"a":1})',
  },
  {
    name: "a whole call between the pieces of another",
    body: [BEGIN, calls({ name: "g", args: {} }), piece("$.a", { numberValue: 1 }, false), ends()],
    expected: 'g({})|f({"a":1})',
  },
  {
    name: "arguments of which some came whole",
    body: [
      calls({ name: "f", args: { a: 1 }, willContinue: true }),
      piece("$.b", { numberValue: 2 }, false),
      ends(),
    ],
    expected: 'f({"a":1,"b":2})',
  },
  {
    name: "all pieces in one part",
    body: [
      calls({
        name: "f",
        partialArgs: [
          { jsonPath: "$.a", stringValue: "x", willContinue: true },
          { jsonPath: "$.a", stringValue: "y" },
        ],
      }),
      ends(),
    ],
    expected: 'f({"a":"xy"})',
  },
  {
    name: "a member named __proto__",
    body: [BEGIN, piece("$.__proto__.x", { numberValue: 1 }, false), ends()],
    expected: 'f({"__proto__":{"x":1}})',
  },
  {
    name: "a member named __proto__ within arguments that came whole",
    body: [
      calls({ name: "f", args: { a: {} }, willContinue: true }),
      piece("$.a.__proto__.x", { stringValue: "s", willContinue: true }),
      piece("$.a.__proto__.x", { stringValue: "t" }, false),
      ends(),
    ],
    expected: 'f({"a":{"__proto__":{"x":"st"}}})',
  },
  {
    name: "a call cut between its pieces, with a reason all the same",
    ref: "vllm-project/vllm#53269",
    body: [BEGIN, piece("$.a", { numberValue: 1 }), ends()],
    expected: "TRUNCATED_TOOL_ARGUMENTS",
  },
  {
    name: "a call cut by the limit, which arguments come before",
    ref: "langchain-ai/langchainjs#11469",
    body: [BEGIN, piece("$.a", { stringValue: "x", willContinue: true }), ends("MAX_TOKENS")],
    expected: "TRUNCATED_TOOL_ARGUMENTS",
  },
  {
    name: "a call cut by the end of the body",
    ref: "xiaoyu-work/claw-os#11",
    body: [BEGIN, piece("$.a", { numberValue: 1 })],
    expected: "INCOMPLETE",
  },
  {
    name: "a call that ends although a string of it has not",
    body: [BEGIN, piece("$.a", { stringValue: "x", willContinue: true }), END, ends()],
    expected: "TRUNCATED_TOOL_ARGUMENTS",
  },
  {
    name: "a call whose end was lost, and another of its name",
    ref: "openai/openai-python#3241",
    body: [BEGIN, piece("$.a", { numberValue: 1 }), BEGIN, END, ends()],
    expected: "TRUNCATED_TOOL_ARGUMENTS",
  },
  {
    name: "pieces of a call that never began",
    body: [piece("$.a", { numberValue: 1 }, false), ends()],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "text and streamed arguments",
    body: [said("Hi"), BEGIN, END, ends()],
    expected: "Hi|f({})",
  },
]);

const REFUSED: Readonly<Record<string, readonly [why: string, ...pieces: object[]]>> = {
  "a path that is none": [
    "the path names no place in them",
    piece("location", { numberValue: 1 }),
  ],
  "the root": ["the path names no place in them", piece("$", { stringValue: "x" })],
  "no path": ["the path names no place in them", calls({ partialArgs: [null] })],
  "no value": ["it carries no value", piece("$.a", {})],
  "a value twice": [
    "there is a value already",
    piece("$.a", { numberValue: 1 }),
    piece("$.a", { numberValue: 1 }),
  ],
  "another path while a string goes on": [
    'the string at "$.a" has not ended',
    piece("$.a", { stringValue: "x", willContinue: true }),
    piece("$.b", { stringValue: "y" }),
  ],
  "a number within a string": [
    "a string is being streamed there",
    piece("$.a", { stringValue: "x", willContinue: true }),
    piece("$.a", { numberValue: 1 }),
  ],
  "a string that goes on as a number began": [
    "only a string can go on",
    piece("$.a", { numberValue: 1, willContinue: true }),
  ],
  "a path into a string": [
    "it leads into a value",
    piece("$.a", { stringValue: "x" }),
    piece("$.a.b", { numberValue: 1 }),
  ],
  "a list with a hole": [
    "it leaves out elements of a list",
    piece("$.a[1]", { numberValue: 1 }),
  ],
  "a list far too long": [
    "it leaves out elements of a list",
    piece("$.a[999999999].b", { numberValue: 1 }),
  ],
  "an object taken for a list": [
    "it takes an object for a list",
    piece("$[0]", { numberValue: 1 }),
  ],
  "a list taken for an object": [
    "it takes a list for an object",
    piece("$.a[0]", { numberValue: 1 }),
    piece("$.a.b", { numberValue: 1 }),
  ],
};

for (const [name, [why, ...pieces]] of Object.entries(REFUSED)) {
  Deno.test(`FunctionCalls refuses ${name}`, () => {
    const outcome = readTurn(WIRE, sseBody(BEGIN, ...pieces, END, ends()));
    assertEquals(summary(outcome), "STREAM_PROTOCOL");
    assertStringIncludes((outcome.error as Error).message, `: ${why}`);
  });
}

Deno.test("FunctionCalls tells which call was cut, and how much of it came", () => {
  const { error } = readTurn(WIRE, sseBody(BEGIN, piece("$.a", { stringValue: "é" }), ends()));
  assertStringIncludes((error as Error).message, '"f"');
  assertStringIncludes((error as Error).message, "10 bytes");
});
