import { assertEquals, assertRejects, assertStringIncludes, assertThrows } from "@std/assert";
import { fetchModel } from "../../../src/adapter/fetch_model.ts";
import { MockGPT } from "../../../src/mock/mock_gpt.ts";
import { ruleFromModel } from "../../../src/testing/doubles/rule_from_model.ts";
import { ScriptedChatModel } from "../../../src/testing/doubles/scripted_chat_model.ts";
import { assemble } from "../../../src/turn/assemble.ts";
import type { TurnRequest } from "../../../src/turn/request.ts";

const CALL = { name: "weather", arguments: '{"city":"Oslo"}' };

const REQUEST: TurnRequest = {
  messages: [
    { role: "system", content: "Be brief." },
    { role: "user", content: "How is the weather?" },
    { role: "assistant", content: "Let me see.", toolCalls: [{ id: "call_1", ...CALL }] },
    { role: "tool", toolCallId: "call_1", content: "Sunny" },
    { role: "user", content: "And in Rome?" },
  ],
  tools: [{
    name: "weather",
    description: "Tells it",
    parameters: { type: "object", properties: {} },
  }],
  toolChoice: { mode: "auto" },
  maxTokens: 100,
};

const WIRES = ["openai-chat", "openai-responses", "anthropic-messages", "gemini"] as const;

Deno.test.each(WIRES.map((wire) => ({ wire })))(
  "ruleFromModel() puts a double behind the API of $wire, which keeps what was asked",
  async ({ wire }) => {
    using double = new ScriptedChatModel([{ content: "See:", toolCalls: [CALL] }]);
    const { fetch } = new MockGPT({ rules: [ruleFromModel(double)] });
    const model = fetchModel({ wire, baseUrl: "http://mock", model: "m", fetch });
    const turn = await assemble(model.stream(REQUEST));
    assertEquals(turn.text, "See:");
    assertEquals(turn.toolCalls.map(({ name, arguments: args }) => ({ name, arguments: args })), [
      CALL,
    ]);
    const [asked] = double.requests;
    const { tools, maxTokens } = asked!;
    assertEquals([asked!.model, maxTokens], ["m", 100]);
    assertEquals(tools, REQUEST.tools);
    assertEquals(asked!.messages.map(({ role, content }) => [role, content]), [
      ["system", "Be brief."],
      ["user", "How is the weather?"],
      ["assistant", "Let me see."],
      // Gemini has results as objects.
      ["tool", wire === "gemini" ? '{"output":"Sunny"}' : "Sunny"],
      ["user", "And in Rome?"],
    ]);
    assertEquals([double.models, double.streamed], [["m"], [true]]);
  },
);

Deno.test("ruleFromModel() reads what the chat API has for tools and stops", async () => {
  const double = new ScriptedChatModel([{}, {}]);
  const { generator } = ruleFromModel(double);
  await generator({
    model: "m",
    messages: [{ role: "developer", content: [{ type: "text", text: "a" }] }],
    tool_choice: { type: "function", function: { name: "t" } },
    stop: "x",
    temperature: 0.5,
  });
  await generator({ model: "m", messages: [], tool_choice: "none", stop: ["x", "y"] });
  assertEquals(double.requests, [
    {
      model: "m",
      messages: [{ role: "system", content: "a" }],
      toolChoice: { mode: "tool", name: "t" },
      stop: ["x"],
      temperature: 0.5,
    },
    { model: "m", messages: [], toolChoice: { mode: "none" }, stop: ["x", "y"] },
  ]);
});

Deno.test("ruleFromModel() asks for a stream where one is asked for, and sends the whole of it", async () => {
  const fragments = [{ type: "text" as const, text: "See " }];
  const double = new ScriptedChatModel([{ content: "1" }, { content: "2" }], fragments);
  const { generator } = ruleFromModel(double);
  const request = { model: "m", messages: [] };
  const streamed = await generator({ ...request, stream: true });
  const whole = await generator({ ...request, stream: false });
  assertEquals([streamed.content, whole.content], ["1", "2"]);
  assertEquals(double.streamed, [true, false]);
  const plain = { complete: () => Promise.resolve({ content: "3" }) };
  assertEquals((await ruleFromModel(plain).generator({ ...request, stream: true })).content, "3");
});

Deno.test("ruleFromModel(): a stream without a whole answer at its end fails the call, in words", async () => {
  for (const pieces of [[], [{ type: "text", text: "See " }], [null]]) {
    const complete = () => Promise.resolve({});
    const model = { complete, streamComplete: () => ReadableStream.from(pieces) };
    const { generator } = ruleFromModel(model as never);
    await assertRejects(
      () => generator({ model: "m", messages: [], stream: true }),
      TypeError,
      "streamComplete() must end by the whole answer: got ",
    );
  }
});

Deno.test("ruleFromModel(): a script that is over fails the call, and says so", async () => {
  const { fetch } = new MockGPT({ rules: [ruleFromModel(new ScriptedChatModel([]))] });
  const model = fetchModel({ wire: "openai-chat", baseUrl: "http://mock", model: "m", fetch });
  const error = await assertRejects(() => assemble(model.stream(REQUEST)), Error);
  assertStringIncludes([error, error.cause].join(), "Cannot play more of the model 'scripted'");
  assertThrows(() => ruleFromModel({} as never), TypeError, "'complete'");
});
