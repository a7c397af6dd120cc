import { assertEquals } from "@std/assert";
import { MockGPT } from "../../../mock.ts";
import type { MockGptOptions } from "../../../mock.ts";

const MESSAGES = [{ role: "user", content: "hi" }];

const ENDPOINTS = [
  ["/v1/chat/completions", { model: "m", messages: MESSAGES }],
  ["/v1/responses", { model: "m", input: "hi" }],
  ["/v1/messages", { model: "m", max_tokens: 9, messages: MESSAGES }],
  ["/v1beta/models/m:generateContent", { contents: [{ parts: [{ text: "hi" }] }] }],
  ["/api/chat", { model: "m", messages: MESSAGES, stream: false }],
  ["/v2/chat", { model: "m", messages: MESSAGES }],
  ["/v1/embeddings", { model: "m", input: "hi" }],
  ["/v1/embeddings", { model: "m", input: ["one", "hi", "two"] }],
  ["/api/embed", { model: "m", input: ["one", "hi", "two"] }],
  ["/v1beta/models/m:embedContent", { content: { parts: [{ text: "hi" }] } }],
] as const;

/** Ways in which a call ends with a body. */
const ENDINGS: readonly { readonly name: string; readonly options: MockGptOptions }[] = [
  { name: "a result", options: { rules: [{ result: "hello" }] } },
  { name: "no rule", options: {} },
  {
    name: "sequences that are over",
    options: {
      rules: [
        { sequence: [{ result: "hello" }], then: "throw" },
        { sequence: [{ embedding: [1, 2] }, { embedding: [3, 4] }], then: "throw" },
      ],
    },
  },
  { name: "a rule that throws", options: { rules: [{ test: throws, result: "hello" }] } },
  {
    name: "a fault beyond the stream",
    options: {
      rules: [{ result: "hello", delivery: { faults: [{ kind: "close", afterFrames: 99 }] } }],
    },
  },
  { name: "a described failure", options: { rules: [{ response: { status: 503, body: "öh" } }] } },
  {
    name: "a described failure for the second text",
    options: {
      rules: [{ prompt: "hi", surface: "embeddings", response: { status: 503, body: "öh" } }],
    },
  },
  {
    name: "chaos",
    options: {
      rules: [{ result: "hello" }],
      chaos: { onCall: { 1: { response: { status: 503, body: "öh" } } } },
    },
  },
];

function throws(): boolean {
  throw new Error("öh");
}

for (const { name, options } of ENDINGS) {
  Deno.test(`records have the bytes of the body that was handed over: ${name}`, async () => {
    for (const [path, body] of ENDPOINTS) {
      const mock = new MockGPT(options);
      const headers = { "anthropic-version": "2023-06-01" };
      const init = { method: "POST", headers, body: JSON.stringify(body) };
      for (const _ of [1, 2]) {
        mock.clearRecords();
        const response = await mock.fetch(`http://mock${path}`, init);
        const { length } = await response.bytes();
        const [record, ...others] = mock.records;
        assertEquals([path, record!.bytes], [path, length]);
        for (const { outcome, status, bytes, frames, endedMs } of others) {
          const ends = [outcome, status, bytes, frames, typeof endedMs];
          const first = [record!.outcome, response.status, length, record!.frames, "number"];
          if (outcome !== "unmatched") assertEquals([path, ...ends], [path, ...first]);
        }
      }
    }
  });
}

Deno.test("the record of what its provider would refuse has the bytes of the refusal", async () => {
  for (const [path] of ENDPOINTS.slice(0, 6)) {
    const mock = new MockGPT();
    const response = await mock.fetch(`http://mock${path}`, { method: "POST", body: "{}" });
    const { length } = await response.bytes();
    assertEquals(mock.records.map(({ bytes, outcome }) => [bytes, outcome]), [[length, "refused"]]);
  }
});

Deno.test("an answer of vectors is one frame", async () => {
  const mock = new MockGPT();
  const body = JSON.stringify({ model: "m", input: ["one", "two"] });
  await mock.fetch("http://mock/v1/embeddings", { method: "POST", body });
  assertEquals(mock.records.map(({ frames, outcome }) => [frames, outcome]), [
    [1, "served"],
    [1, "served"],
  ]);
});
