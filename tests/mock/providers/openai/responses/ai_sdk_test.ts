import { assertEquals } from "@std/assert";
import { createOpenAI } from "npm:@ai-sdk/openai@4.0.118";
import { generateText, jsonSchema, stepCountIs, streamText, tool } from "npm:ai@7.0.173";
import { MockGPT } from "../../../../../mock.ts";
import { testPins } from "../../../../sdks/pinned.ts";

testPins(import.meta.url);

const RULES = [
  {
    toolResult: { text: "42" },
    result: {
      reasoning: "Done.",
      content: "It is 42.",
      citations: [{ url: "https://answers.example", title: "Answers" }],
    },
  },
  {
    result: {
      reasoning: "Let me look.",
      content: "Looking.",
      toolCalls: [{ name: "find", arguments: { q: "x" } }],
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

/** What the second request of the loop holds, whichever way the SDK has told it. */
function checkSecond(mock: MockGPT): void {
  assertEquals(mock.records.length, 2);
  const [question, step, output] = mock.records[1]!.request.messages;
  assertEquals(question, { role: "user", content: "What is x?" });
  assertEquals([step?.content, step?.reasoning_content], ["Looking.", "Let me look."]);
  assertEquals([output?.role, output?.content], ["tool", "x is 42"]);
}

/** With stored responses the SDK sends references to their items, else the items with encrypted reasoning. */
for (const store of [true, false]) {
  const options = (mock: MockGPT) => ({
    model: createOpenAI({ apiKey: "none", baseURL: "http://mock/v1", fetch: mock.fetch })
      .responses("gpt-5"),
    prompt: "What is x?",
    tools: { find },
    stopWhen: stepCountIs(3),
    maxRetries: 0,
    providerOptions: { openai: { store } },
  });

  Deno.test(`the AI SDK runs a loop with tools on the mock, store: ${store}`, async () => {
    const mock = new MockGPT({ rules: RULES });
    const { text, reasoningText, finishReason, sources } = await generateText(options(mock));
    assertEquals([text, reasoningText, finishReason], ["It is 42.", "Done.", "stop"]);
    assertEquals(sources.map(({ title }) => title), ["Answers"]);
    checkSecond(mock);
  });

  Deno.test(`the AI SDK streams a loop with tools on the mock, store: ${store}`, async () => {
    const mock = new MockGPT({ rules: RULES });
    const stream = streamText(options(mock));
    assertEquals([await stream.text, await stream.finishReason], ["It is 42.", "stop"]);
    checkSecond(mock);
  });
}
