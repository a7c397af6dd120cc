import { assertEquals } from "@std/assert";
import { assemble, fetchModel } from "../../../mod.ts";
import { MockGPT } from "../../../mock.ts";

const TOOL = {
  name: "look",
  description: "Looks",
  parameters: { type: "object", properties: { at: { type: "number" } } },
} as const;
const USER = { role: "user", content: "What is it?" } as const;

/** The wires, a model on each, and what the finish of a turn with calls is; two have no word of their own. */
const CASES = [
  ["openai-chat", "m", "tool_use"],
  ["openai-responses", "m", "tool_use"],
  ["anthropic-messages", "m", "tool_use"],
  ["cohere", "m", "tool_use"],
  ["gemini", "gemini-2.5-pro", "stop"],
  ["gemini", "gemini-3-pro", "stop"],
  ["ollama", "m", "stop"],
] as const;

for (const [wire, name, reason] of CASES) {
  Deno.test(`the reference adapter has a conversation with the mock over ${wire} as ${name}`, async () => {
    const mock = new MockGPT({
      rules: [
        { surface: wire, toolResult: { text: "a cat" }, result: "It is a cat." },
        {
          surface: wire,
          instructions: "kind",
          tool: "look",
          result: { reasoning: "Hm.", toolCalls: [{ name: "look", arguments: { at: 1 } }] },
        },
      ],
    });
    const model = fetchModel({
      wire,
      baseUrl: "http://mock",
      fetch: mock.fetch,
      model: name,
    });
    const system = { role: "system", content: "Be kind." } as const;
    const asked = await assemble(
      model.stream({ messages: [system, USER], tools: [TOOL], maxTokens: 1000 }),
    );
    assertEquals(asked.toolCalls.map(({ name, arguments: args }) => [name, args]), [
      ["look", '{"at":1}'],
    ]);
    assertEquals(asked.finish.reason, reason);
    const { reasoning, text, toolCalls } = asked;
    const told = await assemble(model.stream({
      messages: [
        system,
        USER,
        { role: "assistant", reasoning, content: text, toolCalls },
        { role: "tool", toolCallId: toolCalls[0]!.id, content: "a cat" },
      ],
      tools: [TOOL],
      maxTokens: 1000,
    }));
    assertEquals([told.text, told.finish.reason], ["It is a cat.", "stop"]);
    assertEquals(mock.records.map(({ outcome }) => outcome), ["served", "served"]);
  });
}
