/** A call and an agent's loop on the SDK `openai`, tested with MockGPT in place of the provider. */
import OpenAI from "npm:openai@7.59.0";
import { MockGPT } from "@wholeturn/wholeturn/mock";
import { assertEquals } from "@std/assert";

Deno.test("the answer is the model's", async () => {
  const mock = new MockGPT({ rules: [{ prompt: "状态", result: "服务在线。" }] });
  const client = new OpenAI({ fetch: mock.fetch, apiKey: "none" });
  const messages = [{ role: "user" as const, content: "状态如何？" }];
  const answer = await client.chat.completions.create({ model: "gpt-5", messages });
  assertEquals(answer.choices[0]?.message.content, "服务在线。");
  mock.assertDone();
});

const tools: OpenAI.ChatCompletionTool[] = [{ type: "function", function: { name: "weather" } }];

/** Lets the model call tools until it has an answer. */
async function agent(client: OpenAI, question: string): Promise<string | null> {
  const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: "user", content: question }];
  for (;;) {
    const answer = await client.chat.completions.create({ model: "gpt-5", messages, tools });
    const { message } = answer.choices[0]!;
    if (message.tool_calls === undefined) return message.content;
    messages.push(message);
    for (const { id } of message.tool_calls) {
      messages.push({ role: "tool", tool_call_id: id, content: "12 °C" });
    }
  }
}

Deno.test("the agent looks the weather up, though the provider is busy at first", async () => {
  const problem = { kind: "rate_limit" as const, message: "Slow down" };
  const mock = new MockGPT({
    rules: [
      { name: "answer", toolResult: { text: "12 °C" }, result: "It is 12 °C." },
      {
        name: "look up",
        tool: "weather",
        sequence: [
          { response: { problem, retryAfter: { ms: 1 } } },
          { result: { toolCalls: [{ name: "weather", arguments: { city: "Paris" } }] } },
        ],
      },
    ],
  });
  const client = new OpenAI({ fetch: mock.fetch, apiKey: "none" });
  assertEquals(await agent(client, "How is the weather in Paris?"), "It is 12 °C.");
  assertEquals(mock.records.map(({ status }) => status), [429, 200, 200]);
  mock.assertDone();
});
