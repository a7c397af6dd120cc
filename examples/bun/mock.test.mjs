/** An agent's loop on the SDK `@anthropic-ai/sdk`, tested with MockGPT: an error within a stream. */
import { expect, test } from "bun:test";
import Anthropic from "@anthropic-ai/sdk";
import { MockGPT } from "@wholeturn/wholeturn/mock";

const tools = [{ name: "weather", input_schema: { type: "object" } }];

/** Asks for a whole turn, a second time if the first fails. */
async function ask(client, messages, tries = 2) {
  try {
    const body = { model: "claude-sonnet-5", max_tokens: 100, messages, tools };
    return await client.messages.stream(body).finalMessage();
  } catch (error) {
    if (tries === 1) throw error;
    return await ask(client, messages, tries - 1);
  }
}

/** Lets the model call tools until it has an answer. */
async function agent(client, question) {
  const messages = [{ role: "user", content: question }];
  for (;;) {
    const { content, stop_reason } = await ask(client, messages);
    if (stop_reason !== "tool_use") return content.map(({ text }) => text).join("");
    const calls = content.filter(({ type }) => type === "tool_use");
    const results = calls.map(({ id }) => (
      { type: "tool_result", tool_use_id: id, content: "12 °C" }
    ));
    messages.push({ role: "assistant", content }, { role: "user", content: results });
  }
}

test("the agent asks again where the provider is overloaded within a stream", async () => {
  const result = { toolCalls: [{ name: "weather", arguments: { city: "Paris" } }] };
  const faults = [{ kind: "error-frame", afterFrames: 4 }];
  const mock = new MockGPT({
    rules: [
      { name: "answer", toolResult: true, result: "It is 12 °C." },
      { name: "look up", tool: "weather", sequence: [{ result, delivery: { faults } }, { result }] },
    ],
  });
  const client = new Anthropic({ fetch: mock.fetch, apiKey: "none", maxRetries: 0 });
  expect(await agent(client, "How is the weather in Paris?")).toBe("It is 12 °C.");
  const ends = mock.records.map(({ outcome }) => outcome);
  expect(ends).toEqual(["fault", "served", "served"]);
  mock.assertDone();
});
