/** The doubles under the frameworks that people write agents with. */
import { createOpenAI } from "npm:@ai-sdk/openai@4.0.118";
import { ChatOpenAI } from "npm:@langchain/openai@1.6.0";
import {
  Agent,
  OpenAIChatCompletionsModel,
  run,
  setTracingDisabled,
  tool,
} from "npm:@openai/agents@0.20.0";
import { generateText, jsonSchema, stepCountIs, streamText } from "npm:ai@7.0.173";
import OpenAI from "npm:openai@7.59.0";
import { assertEquals } from "@std/assert";
import { MockGPT } from "../../../src/mock/mock_gpt.ts";
import type { Json } from "../../../src/store/trace_event.ts";
import { ruleFromModel } from "../../../src/testing/doubles/rule_from_model.ts";
import { ScriptedChatModel } from "../../../src/testing/doubles/scripted_chat_model.ts";
import { ScriptedTool } from "../../../src/testing/doubles/scripted_tool.ts";

const CALL = { toolCalls: [{ name: "weather", arguments: '{"city":"Oslo"}' }] };
const PARAMETERS = {
  type: "object" as const,
  properties: { city: { type: "string" as const } },
  required: ["city" as const],
  additionalProperties: false as const,
};

function behindApi(model: ScriptedChatModel) {
  const { fetch } = new MockGPT({ rules: [ruleFromModel(model)] });
  return { fetch, apiKey: "none", baseURL: "http://mock/v1" };
}

Deno.test("AI SDK: a double answers generateText(), and a scripted tool is run", async () => {
  using double = new ScriptedChatModel([CALL, { content: "It is sunny." }]);
  using weather = new ScriptedTool("weather", ["Sunny"]);
  const { text } = await generateText({
    model: createOpenAI(behindApi(double)).chat("m"),
    prompt: "How is the weather in Oslo?",
    stopWhen: stepCountIs(3),
    tools: {
      weather: {
        inputSchema: jsonSchema<{ city: string }>(PARAMETERS),
        execute: (args: Json) => weather.run(args),
      },
    },
  });
  assertEquals(text, "It is sunny.");
  assertEquals(weather.calls, [{ city: "Oslo" }]);
  assertEquals(double.requests[1]?.messages.map(({ role }) => role), ["user", "assistant", "tool"]);
});

Deno.test("AI SDK: a double answers streamText()", async () => {
  using double = new ScriptedChatModel([{ content: "It is sunny." }]);
  const model = createOpenAI(behindApi(double))("m");
  let said = "";
  for await (const piece of streamText({ model, prompt: "Well?" }).textStream) said += piece;
  assertEquals(said, "It is sunny.");
});

Deno.test("LangChain.js: a double answers a chat model with a tool", async () => {
  using double = new ScriptedChatModel([CALL]);
  const { apiKey, ...configuration } = behindApi(double);
  const model = new ChatOpenAI({ model: "m", apiKey, configuration, maxRetries: 0 });
  const weather = { type: "function", function: { name: "weather", parameters: PARAMETERS } };
  const answer = await model.bindTools([weather]).invoke("How is the weather in Oslo?");
  assertEquals(answer.tool_calls?.map(({ name, args }) => [name, args]), [
    ["weather", { city: "Oslo" }],
  ]);
  assertEquals(double.requests[0]?.tools?.map(({ name }) => name), ["weather"]);
});

Deno.test("OpenAI Agents SDK: a double answers an agent, and a scripted tool is run", async () => {
  setTracingDisabled(true);
  using double = new ScriptedChatModel([CALL, { content: "It is sunny." }]);
  using weather = new ScriptedTool("weather", ["Sunny"]);
  const client = new OpenAI({ ...behindApi(double), maxRetries: 0 });
  const agent = new Agent({
    name: "Forecaster",
    instructions: "Be brief.",
    model: new OpenAIChatCompletionsModel(client as never, "m"),
    tools: [
      tool({
        name: "weather",
        description: "Tells the weather",
        parameters: PARAMETERS,
        strict: true,
        execute: (args) => weather.run(args as Json),
      }),
    ],
  });
  const { finalOutput } = await run(agent, "How is the weather in Oslo?");
  assertEquals(finalOutput, "It is sunny.");
  assertEquals(weather.calls, [{ city: "Oslo" }]);
  assertEquals(double.requests[1]?.messages[0], { role: "system", content: "Be brief." });
});
