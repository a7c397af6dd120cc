/** Scripted doubles behind LangChain.js: a model and a tool, in an agent's loop on its messages. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { convertToOpenAITool } from "@langchain/core/utils/function_calling";
import { ScriptedChatModel, ScriptedTool } from "@wholeturn/wholeturn/testing";

const ROLES = { human: "user", ai: "assistant", system: "system", tool: "tool" };

/** A message of LangChain as the double keeps it. */
function messageOf(message) {
  const toolCalls = (message.tool_calls ?? [])
    .map(({ id, name, args }) => ({ id, name, arguments: JSON.stringify(args) }));
  return {
    role: ROLES[message.getType()],
    content: message.text,
    ...(toolCalls.length > 0 && { toolCalls }),
    ...(message.tool_call_id !== undefined && { toolCallId: message.tool_call_id }),
  };
}

/** A chat model of LangChain that a double answers. */
class DoubleChatModel extends BaseChatModel {
  constructor(double) {
    super({ maxRetries: 0 });
    this.double = double;
  }

  _llmType() {
    return "double";
  }

  bindTools(tools) {
    return this.withConfig({ tools: tools.map((one) => convertToOpenAITool(one)) });
  }

  async _generate(messages, { tools = [], signal }) {
    const request = {
      messages: messages.map(messageOf),
      tools: tools.map(({ function: { name, description, parameters } }) => (
        { name, description, parameters }
      )),
    };
    const { content = "", toolCalls = [] } = await this.double.complete(request, { signal });
    const message = new AIMessage({
      content,
      tool_calls: toolCalls.map(({ id, name, arguments: args }) => (
        { type: "tool_call", id, name, args: JSON.parse(args) }
      )),
    });
    return { generations: [{ text: content, message }] };
  }
}

/** Lets the model call tools until it has an answer: the code under test. */
async function agent(model, tools, question) {
  const bound = model.bindTools(tools);
  const messages = [new HumanMessage(question)];
  for (;;) {
    const answer = await bound.invoke(messages);
    messages.push(answer);
    if (answer.tool_calls.length === 0) return answer.text;
    for (const call of answer.tool_calls) {
      const called = tools.find(({ name }) => name === call.name);
      try {
        messages.push(await called.invoke(call));
      } catch (error) {
        messages.push(new ToolMessage({ tool_call_id: call.id, content: error.message }));
      }
    }
  }
}

test("the agent tells the model of a tool that failed, and asks it again", async () => {
  const ask = (id) => ({ id, name: "weather", arguments: '{"city":"Oslo"}' });
  const double = new ScriptedChatModel([
    { toolCalls: [ask("call_1")] },
    { toolCalls: [ask("call_2")] },
    { content: "It is sunny in Oslo." },
  ]);
  const weather = new ScriptedTool("weather", [new Error("No network"), "Sunny"]);
  const schema = { type: "object", properties: { city: { type: "string" } } };
  const tools = [tool((args) => weather.run(args), { name: "weather", description: "", schema })];

  assert.equal(
    await agent(new DoubleChatModel(double), tools, "How is Oslo?"),
    "It is sunny in Oslo.",
  );
  assert.deepEqual(weather.calls, [{ city: "Oslo" }, { city: "Oslo" }]);
  const seen = double.requests.map(({ messages }) => messages.at(-1).content);
  assert.deepEqual(seen, ["How is Oslo?", "No network", "Sunny"]);
  assert.equal(double.requests[0].tools[0].name, "weather");
  double.assertPlayed();
  weather.assertPlayed();
});

test("a call that the script does not foresee fails in the model, by its code", async () => {
  const model = new DoubleChatModel(new ScriptedChatModel([]));
  await assert.rejects(() => agent(model, [], "Hi"), { code: "SCRIPT_OVER" });
});
