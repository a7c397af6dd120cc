/** Scripted doubles behind the OpenAI Agents SDK: its interface `Model`, and a tool of its own. */
import { Agent, Runner, tool, Usage } from "@openai/agents";
import { expect, test } from "vitest";
import { ScriptedChatModel, ScriptedTool } from "@wholeturn/wholeturn/testing";

/** The items of a conversation as the double keeps them. */
function messageOf(item) {
  switch (item.type) {
    case "function_call":
      return {
        role: "assistant",
        content: "",
        toolCalls: [{ id: item.callId, name: item.name, arguments: item.arguments }],
      };
    case "function_call_result":
      return { role: "tool", toolCallId: item.callId, content: item.output.text ?? item.output };
    default: {
      const { role, content } = item;
      const text = typeof content === "string" ? content : content.map(({ text }) => text).join("");
      return { role, content: text };
    }
  }
}

/** A model of the Agents SDK that a double answers. */
class DoubleModel {
  constructor(double) {
    this.double = double;
  }

  async getResponse({ systemInstructions, input, tools, signal }) {
    const items = typeof input === "string" ? [{ role: "user", content: input }] : input;
    const system = systemInstructions === undefined
      ? []
      : [{ role: "system", content: systemInstructions }];
    const request = {
      messages: [...system, ...items.map(messageOf)],
      tools: tools.map(({ name, description, parameters }) => ({ name, description, parameters })),
    };
    const { content = "", toolCalls = [] } = await this.double.complete(request, { signal });
    const calls = toolCalls.map(({ id, name, arguments: args }) => (
      { type: "function_call", callId: id, name, arguments: args, status: "completed" }
    ));
    const said = {
      type: "message",
      role: "assistant",
      status: "completed",
      content: [{ type: "output_text", text: content }],
    };
    return { usage: new Usage(), output: calls.length > 0 ? calls : [said] };
  }

  getStreamedResponse() {
    throw new Error("Not used here");
  }
}

test("the agent's guide is in every request, and the tool gets what the model asked for", async () => {
  const double = new ScriptedChatModel([
    { toolCalls: [{ id: "call_1", name: "weather", arguments: '{"city":"Oslo"}' }] },
    { content: "It is sunny in Oslo." },
  ]);
  const weather = new ScriptedTool("weather", ["Sunny"]);
  const agent = new Agent({
    name: "guide",
    instructions: "Be brief.",
    model: new DoubleModel(double),
    tools: [
      tool({
        name: "weather",
        description: "Tells the weather",
        strict: false,
        parameters: {
          type: "object",
          properties: { city: { type: "string" } },
          required: ["city"],
          additionalProperties: true,
        },
        execute: (args) => weather.run(args),
      }),
    ],
  });
  const runner = new Runner({ tracingDisabled: true });
  const { finalOutput } = await runner.run(agent, "How is Oslo?");

  expect(finalOutput).toBe("It is sunny in Oslo.");
  expect(weather.calls).toEqual([{ city: "Oslo" }]);
  const asked = double.requests.map(({ messages }) =>
    messages.map(({ role, content }) => `${role}: ${content}`)
  );
  expect(asked).toEqual([
    ["system: Be brief.", "user: How is Oslo?"],
    ["system: Be brief.", "user: How is Oslo?", "assistant: ", "tool: Sunny"],
  ]);
  double.assertPlayed();
  weather.assertPlayed();
});
