import { assertEquals } from "@std/assert";
import { MockGPT } from "../../../mock.ts";
import type { Chunking, ModelResult } from "../../../mock.ts";
import { ManualClock } from "../../../src/testing/manual_clock.ts";

const messages = [{ role: "user", content: "hi" }];
const contents = [{ role: "user", parts: [{ text: "hi" }] }];

/** Streaming requests, by what they are to. */
const ASKED: Readonly<Record<string, readonly [path: string, body: object]>> = {
  "chat completions": ["/v1/chat/completions", { model: "m", messages, stream: true }],
  "chat completions with logprobs": ["/v1/chat/completions", {
    model: "m",
    messages,
    stream: true,
    logprobs: true,
  }],
  "legacy completions": ["/v1/completions", { model: "m", prompt: "hi", stream: true }],
  Responses: ["/v1/responses", { model: "m", input: "hi", stream: true }],
  Anthropic: ["/v1/messages", { model: "m", max_tokens: 500, messages, stream: true }],
  Gemini: ["/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse", { contents }],
  "Gemini with arguments in pieces": [
    "/v1/projects/p/locations/l/publishers/google/models/gemini-2.5-pro:streamGenerateContent?alt=sse",
    { contents, toolConfig: { functionCallingConfig: { streamFunctionCallArguments: true } } },
  ],
  Ollama: ["/api/chat", { model: "m", messages }],
  "Ollama's generate": ["/api/generate", { model: "m", prompt: "hi" }],
  Cohere: ["/v2/chat", { model: "m", messages, stream: true }],
};

const CHUNKINGS: readonly Chunking[] = [
  { by: "token" },
  { by: "token", size: 3 },
  { by: "word" },
  { by: "character" },
  { by: "character", size: 5 },
];

const TEXT = "Nevertheless, internationalization of 状态机 takes   12 days.";

const RESULTS: Readonly<Record<string, ModelResult>> = {
  "a text": { content: TEXT },
  "thoughts and a text": { reasoning: TEXT, content: "Yes, indeed." },
  "a call": { toolCalls: [{ name: "f", arguments: JSON.stringify({ text: TEXT }) }] },
};

/** How long a stream takes on a clock that is moved by hand, in milliseconds. */
async function lengthOf(name: string, result: ModelResult, chunking: Chunking): Promise<number> {
  const clock = new ManualClock(1_000_000);
  const delivery = { timing: { firstTokenMs: 100, tokensPerSecond: 10 }, chunking };
  const mock = new MockGPT({ rules: [{ result, delivery }], clock });
  const [path, body] = ASKED[name]!;
  let isOver = false;
  const reading = mock.fetch(`http://mock${path}`, {
    method: "POST",
    headers: { "anthropic-version": "2023-06-01" },
    body: JSON.stringify(body),
  })
    .then(async (response) => {
      const text = await response.text();
      assertEquals(response.status, 200, text);
      isOver = true;
    });
  for (let step = 0; step < 200 && !isOver; step++) await clock.advance(100);
  await reading;
  const [record] = mock.records;
  return record!.endedMs! - record!.startedMs;
}

for (const name of Object.keys(ASKED)) {
  Deno.test(`a stream of ${name} takes as long however its texts are cut`, async (t) => {
    for (const [of, result] of Object.entries(RESULTS)) {
      if (name === "legacy completions" && of !== "a text") continue;
      await t.step(of, async () => {
        const lengths: number[] = [];
        for (const chunking of CHUNKINGS) lengths.push(await lengthOf(name, result, chunking));
        assertEquals(lengths, lengths.map(() => lengths[0]));
        assertEquals(lengths[0]! > 1_000, true);
      });
    }
  });
}
