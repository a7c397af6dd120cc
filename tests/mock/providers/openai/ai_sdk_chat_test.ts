import { assertEquals } from "@std/assert";
import { createOpenAI } from "npm:@ai-sdk/openai@4.0.118";
import { createOpenAICompatible } from "npm:@ai-sdk/openai-compatible@3.0.92";
import {
  embedMany,
  generateText,
  jsonSchema,
  Output,
  stepCountIs,
  streamText,
  tool,
} from "npm:ai@7.0.173";
import { MockGPT } from "../../../../mock.ts";
import type { Rule } from "../../../../mock.ts";
import { testPins } from "../../../sdks/pinned.ts";

testPins(import.meta.url);

const LOOP: readonly Rule[] = [
  {
    toolResult: { text: "42" },
    result: {
      reasoning: "Done.",
      content: "It is 42.",
      citations: [{ url: "https://answers.example", title: "Answers" }],
      usage: { input: 20, cacheRead: 5, output: 9, reasoning: 2 },
    },
  },
  {
    result: {
      reasoning: "Let me look.",
      toolCalls: [{ name: "find", arguments: { q: "x" } }, {
        name: "find",
        arguments: { q: "y" },
      }],
    },
  },
];

const find = tool({
  description: "Finds.",
  inputSchema: jsonSchema<{ q: string }>({
    type: "object",
    properties: { q: { type: "string" } },
    required: ["q"],
    additionalProperties: false,
  }),
  execute: ({ q }) => `${q} is 42`,
});

function openAi(mock: MockGPT) {
  return createOpenAI({ apiKey: "none", baseURL: "http://mock/v1", fetch: mock.fetch });
}

/** OpenAI's own client has no reasoning on this wire; those of servers that follow OpenAI have. */
const MODELS = {
  "@ai-sdk/openai": (mock: MockGPT) => openAi(mock).chat("gpt-4o"),
  "@ai-sdk/openai-compatible": (mock: MockGPT) =>
    createOpenAICompatible({
      name: "mock",
      baseURL: "http://mock/v1",
      fetch: mock.fetch,
      includeUsage: true,
    })("gpt-4o"),
};

for (const [name, modelOf] of Object.entries(MODELS)) {
  const reasoning = name === "@ai-sdk/openai" ? undefined : "Done.";
  const options = (mock: MockGPT) => ({
    model: modelOf(mock),
    prompt: "What is x?",
    tools: { find },
    stopWhen: stepCountIs(3),
    maxRetries: 0,
  });

  Deno.test(`${name} runs a loop with parallel calls on chat completions`, async () => {
    const mock = new MockGPT({ rules: LOOP });
    const { text, steps, reasoningText, finishReason } = await generateText(options(mock));
    assertEquals([text, reasoningText, finishReason], ["It is 42.", reasoning, "stop"]);
    assertEquals(steps[0]!.toolResults.map(({ output }) => output), ["x is 42", "y is 42"]);
    assertEquals(mock.records.length, 2);
  });

  Deno.test(`${name} streams a loop with parallel calls on chat completions`, async () => {
    const mock = new MockGPT({ rules: LOOP });
    const result = streamText(options(mock));
    let text = "";
    for await (const piece of result.textStream) text += piece;
    assertEquals([text, await result.reasoningText], ["It is 42.", reasoning]);
    const steps = await result.steps;
    const { usage } = steps[1]!;
    assertEquals([usage.inputTokens, usage.outputTokens], [25, 9]);
    assertEquals(usage.inputTokenDetails.cacheReadTokens, 5);
    assertEquals(usage.outputTokenDetails.reasoningTokens, 2);
    assertEquals(steps[0]!.toolCalls.map(({ input }) => input), [{ q: "x" }, { q: "y" }]);
    assertEquals(steps[0]!.finishReason, "tool-calls");
  });
}

Deno.test("@ai-sdk/openai reads sources of chat completions, and an object by a strict schema", async () => {
  const schema = jsonSchema<{ city: string }>({
    type: "object",
    properties: { city: { type: "string" } },
    required: ["city"],
    additionalProperties: false,
  });
  const mock = new MockGPT({
    rules: [{ json: "schema", result: { content: { city: "Oslo" } } }, LOOP[0]!, {
      result: { content: "Yes.", citations: [{ url: "https://a.example", title: "A" }] },
    }],
  });
  const model = openAi(mock).chat("gpt-4o");
  const { output } = await generateText({
    model,
    prompt: "Where?",
    output: Output.object({ schema }),
  });
  assertEquals(output, { city: "Oslo" });
  const { sources } = await generateText({ model, prompt: "Really?" });
  assertEquals(sources.map((source) => source.sourceType === "url" && source.url), [
    "https://a.example",
  ]);
});

Deno.test("@ai-sdk/openai reads completions of old and vectors", async () => {
  const mock = new MockGPT({
    rules: [{ surface: "embeddings", embedding: [1, 2] }, { result: " upon a time" }],
  });
  const model = openAi(mock).completion("gpt-3.5-turbo-instruct");
  assertEquals((await generateText({ model, prompt: "Once" })).text, " upon a time");
  let text = "";
  for await (const piece of streamText({ model, prompt: "Once" }).textStream) text += piece;
  assertEquals(text, " upon a time");
  const vectors = await embedMany({
    model: openAi(mock).embedding("text-embedding-3-small"),
    values: ["a", "b"],
  });
  assertEquals(vectors.embeddings, [[1, 2], [1, 2]]);
});

for (const [name, modelOf] of Object.entries(MODELS)) {
  Deno.test(`${name} hands over all that came before a connection was reset, also in process`, async () => {
    for (const afterFrames of [2, 3, 5]) {
      const delivery = { faults: [{ kind: "reset" as const, afterFrames }] };
      const mock = new MockGPT({ rules: [{ result: "one two three four five six", delivery }] });
      const { fullStream } = streamText({ model: modelOf(mock), prompt: "x", onError() {} });
      let deltas = 0;
      try {
        for await (const { type } of fullStream) if (type === "text-delta") deltas++;
      } catch {
        // One of them throws, the other tells of it in an event.
      }
      assertEquals(deltas, afterFrames - 1);
    }
  });
}
