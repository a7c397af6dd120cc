/** An agent's loop on streams of the SDK `openai`, tested with MockGPT: a connection that breaks. */
import assert from "node:assert/strict";
import { test } from "node:test";
import OpenAI from "openai";
import { MockGPT } from "@wholeturn/wholeturn/mock";

const tools = [{ type: "function", function: { name: "weather" } }];

/** Asks for a whole turn, a second time if the first is cut. */
async function ask(client, messages, tries = 2) {
  try {
    return await client.chat.completions.stream({ model: "gpt-5", messages, tools }).finalMessage();
  } catch (error) {
    if (tries === 1) throw error;
    return await ask(client, messages, tries - 1);
  }
}

/** Lets the model call tools until it has an answer. */
async function agent(client, question) {
  const messages = [{ role: "user", content: question }];
  for (;;) {
    const message = await ask(client, messages);
    if (!message.tool_calls?.length) return message.content;
    messages.push(message);
    for (const { id } of message.tool_calls) {
      messages.push({ role: "tool", tool_call_id: id, content: "12 °C" });
    }
  }
}

test("the agent asks again where a connection breaks within a tool's arguments", async () => {
  const result = { toolCalls: [{ name: "weather", arguments: { city: "Paris" } }] };
  const faults = [{ kind: "reset", afterFrames: 3 }];
  const mock = new MockGPT({
    rules: [
      { name: "answer", toolResult: true, result: "It is 12 °C." },
      { name: "look up", tool: "weather", sequence: [{ result, delivery: { faults } }, { result }] },
    ],
  });
  const client = new OpenAI({ fetch: mock.fetch, apiKey: "none", maxRetries: 0 });
  assert.equal(await agent(client, "How is the weather in Paris?"), "It is 12 °C.");
  const ends = mock.records.map(({ outcome }) => outcome);
  assert.deepEqual(ends, ["fault", "served", "served"]);
  mock.assertDone();
});
