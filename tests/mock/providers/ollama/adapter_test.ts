import { assertEquals } from "@std/assert";
import { assemble, fetchModel } from "../../../../mod.ts";
import { MockGPT } from "../../../../mock.ts";

const TOOL = {
  name: "look",
  description: "Looks",
  parameters: { type: "object", properties: { at: { type: "number" } } },
} as const;
const SYSTEM = { role: "system", content: "Be kind." } as const;
const USER = { role: "user", content: "What is it?" } as const;

Deno.test("the reference adapter has a conversation with the mock over Ollama's chat", async () => {
  const mock = new MockGPT({
    rules: [
      { surface: "ollama", toolResult: { text: "a cat" }, result: "It is a cat." },
      {
        surface: "ollama",
        instructions: "kind",
        tool: "look",
        result: { reasoning: "Hm.", toolCalls: [{ name: "look", arguments: { at: 1 } }] },
      },
    ],
  });
  const model = fetchModel({
    wire: "ollama",
    baseUrl: "http://mock",
    fetch: mock.fetch,
    model: "m",
  });
  const asked = await assemble(model.stream({ messages: [SYSTEM, USER], tools: [TOOL] }));
  const { reasoning, text, toolCalls } = asked;
  assertEquals(toolCalls.map((call) => [call.name, call.arguments]), [["look", '{"at":1}']]);
  const messages = [
    SYSTEM,
    USER,
    { role: "assistant", reasoning, content: text, toolCalls },
    { role: "tool", toolCallId: toolCalls[0]!.id, content: "a cat" },
  ] as const;
  const told = await assemble(model.stream({ messages, tools: [TOOL] }));
  assertEquals([told.text, told.finish.reason], ["It is a cat.", "stop"]);
  assertEquals(mock.records.map(({ outcome }) => outcome), ["served", "served"]);
});
