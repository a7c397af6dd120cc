import { assertEquals } from "@std/assert";
import { GoogleGenAI } from "npm:@google/genai@3.3.0";
import type { CallableTool, Chat, GenerateContentResponse } from "npm:@google/genai@3.3.0";
import { MockGPT } from "../../../../mock.ts";
import { testPins } from "../../../sdks/pinned.ts";

testPins(import.meta.url);

const MODELS = ["gemini-2.5-flash", "gemini-3-pro-preview"];

/** Two calls at once, after thoughts; then, from what they gave, an answer. */
function sdk(): { readonly ai: GoogleGenAI; readonly mock: MockGPT } {
  const mock = new MockGPT({
    rules: [
      { toolResult: true, turn: 1, result: "It is 42." },
      {
        turn: 0,
        result: {
          reasoning: "Hm so",
          toolCalls: [{ name: "find", arguments: { n: 1 } }, { name: "find", arguments: { n: 2 } }],
        },
      },
    ],
  });
  const httpOptions = { baseUrl: "http://mock", fetch: mock.fetch };
  return { ai: new GoogleGenAI({ apiKey: "none", httpOptions }), mock };
}

const FIND: CallableTool = {
  tool: () => Promise.resolve({ functionDeclarations: [{ name: "find" }] }),
  callTool: (calls) =>
    Promise.resolve(calls.map(({ id, name = "", args }) => ({
      functionResponse: { ...(id === undefined ? {} : { id }), name, response: { gave: args?.n } },
    }))),
};

/** What the last request was, as rules see it: the messages' roles, the calls' ids, and what they gave. */
function seen({ records }: MockGPT): unknown {
  const { messages } = records.at(-1)!.request;
  const calls = messages.flatMap(({ tool_calls: list }) => list ?? []) as { id: string }[];
  const gave = messages.filter(({ role }) => role === "tool");
  assertEquals(gave.map(({ tool_call_id: id }) => id), calls.map(({ id }) => id));
  return messages.map(({ role, content }) => [role, content]);
}

const SEEN = [
  ["user", "What?"],
  ["assistant", null],
  ["tool", '{"gave":1}'],
  ["tool", '{"gave":2}'],
];

async function textOf(stream: AsyncIterable<GenerateContentResponse>): Promise<string> {
  let text = "";
  for await (const { candidates } of stream) {
    for (const part of candidates?.[0]?.content?.parts ?? []) {
      if (!part.thought) text += part.text ?? "";
    }
  }
  return text;
}

for (const model of MODELS) {
  Deno.test(`@google/genai calls functions of ${model} by itself, streamed as whole`, async () => {
    const request = { model, contents: "What?", config: { tools: [FIND] } };
    const whole = sdk();
    assertEquals((await whole.ai.models.generateContent(request)).text, "It is 42.");
    assertEquals(seen(whole.mock), SEEN);
    const streamed = sdk();
    assertEquals(
      await textOf(await streamed.ai.models.generateContentStream(request)),
      "It is 42.",
    );
    assertEquals(seen(streamed.mock), SEEN);
  });

  Deno.test(`@google/genai's chat with ${model} goes on with a streamed call`, async () => {
    const { ai, mock } = sdk();
    const chat: Chat = ai.chats.create({ model });
    const calls = [];
    for await (const chunk of await chat.sendMessageStream({ message: "What?" })) {
      calls.push(...chunk.functionCalls ?? []);
    }
    assertEquals(calls.length, 2);
    const message = await FIND.callTool(calls);
    assertEquals(await textOf(await chat.sendMessageStream({ message })), "It is 42.");
    assertEquals(seen(mock), SEEN);
  });
}
