/** Scripted doubles behind the AI SDK: its interface of a language model, whole and streamed, and a tool. */
import {
  generateText,
  isStepCount,
  jsonSchema,
  type LanguageModel,
  streamText,
  tool,
} from "npm:ai@7.0.173";
import { ScriptedChatModel, ScriptedTool } from "@wholeturn/wholeturn/testing";
import type { Message, ModelOutput, TurnRequest } from "@wholeturn/wholeturn/testing";
import { assertEquals } from "@std/assert";

/** The interface itself, in its newest version. */
type Model = Extract<LanguageModel, { specificationVersion: "v4" }>;
type CallOptions = Parameters<Model["doGenerate"]>[0];
type Prompted = CallOptions["prompt"][number];
type Whole = Awaited<ReturnType<Model["doGenerate"]>>;
type Part = Awaited<ReturnType<Model["doStream"]>>["stream"] extends ReadableStream<infer P> ? P
  : never;

/** A message of the AI SDK as the double keeps it; results of tools are a message each. */
function messagesOf(message: Prompted): Message[] {
  if (message.role === "system") return [{ role: "system", content: message.content }];
  const { role, content } = message;
  const text = content.map((part) => part.type === "text" ? part.text : "").join("");
  if (role === "user") return [{ role, content: text }];
  if (role === "tool") {
    return content.filter((part) => part.type === "tool-result").map((part) => ({
      role,
      toolCallId: part.toolCallId,
      content: part.output.type === "text" ? part.output.value : JSON.stringify(part.output),
    }));
  }
  const toolCalls = content.filter((part) => part.type === "tool-call")
    .map(({ toolCallId, toolName, input }) => (
      { id: toolCallId, name: toolName, arguments: JSON.stringify(input) }
    ));
  return [{ role, content: text, ...(toolCalls.length > 0 && { toolCalls }) }];
}

function requestOf({ prompt, tools = [] }: CallOptions): TurnRequest {
  return {
    messages: prompt.flatMap(messagesOf),
    tools: tools.filter((one) => one.type === "function").map(({ name, inputSchema }) => (
      { name, parameters: inputSchema as Record<string, unknown> }
    )),
  };
}

function callsOf({ toolCalls = [] }: ModelOutput) {
  return toolCalls.map(({ id = "call", name, arguments: input }) => (
    { type: "tool-call" as const, toolCallId: id, toolName: name, input }
  ));
}

function endOf(output: ModelOutput): Pick<Whole, "finishReason" | "usage"> {
  const unified = callsOf(output).length > 0 ? "tool-calls" : "stop";
  const none = {
    total: undefined,
    noCache: undefined,
    cacheRead: undefined,
    cacheWrite: undefined,
  };
  return {
    finishReason: { unified, raw: unified },
    usage: {
      inputTokens: none,
      outputTokens: { total: undefined, text: undefined, reasoning: undefined },
    },
  };
}

/** What a streamed call gives: its pieces, then the rest of the whole. */
async function* partsOf(double: ScriptedChatModel, options: CallOptions): AsyncGenerator<Part> {
  yield { type: "stream-start", warnings: [] };
  yield { type: "text-start", id: "0" };
  for await (const piece of double.streamComplete(requestOf(options))) {
    if ("type" in piece) {
      if (piece.type === "text") yield { type: "text-delta", id: "0", delta: piece.text };
      continue;
    }
    yield { type: "text-end", id: "0" };
    yield* callsOf(piece);
    yield { type: "finish", ...endOf(piece) };
  }
}

/** A language model of the AI SDK that a double answers. */
function languageModel(double: ScriptedChatModel): Model {
  return {
    specificationVersion: "v4",
    provider: "scripted",
    modelId: double.resolve(),
    supportedUrls: {},
    doGenerate: async (options) => {
      const output = await double.complete(requestOf(options));
      const content = [{ type: "text" as const, text: output.content ?? "" }, ...callsOf(output)];
      return { content, warnings: [], ...endOf(output) };
    },
    doStream: (options) =>
      Promise.resolve({ stream: ReadableStream.from(partsOf(double, options)) }),
  };
}

Deno.test("generateText() calls the tool, and gives its result to the model", async () => {
  using double = new ScriptedChatModel([
    { toolCalls: [{ id: "call_1", name: "weather", arguments: '{"city":"Oslo"}' }] },
    { content: "It is sunny in Oslo." },
  ]);
  using weather = new ScriptedTool("weather", ["Sunny"]);
  const { text } = await generateText({
    model: languageModel(double),
    prompt: "How is Oslo?",
    stopWhen: isStepCount(5),
    tools: {
      weather: tool({
        inputSchema: jsonSchema<{ city: string }>({ type: "object" }),
        execute: (args) => weather.run(args),
      }),
    },
  });

  assertEquals(text, "It is sunny in Oslo.");
  assertEquals(weather.calls, [{ city: "Oslo" }]);
  assertEquals(double.requests.map(({ messages }) => messages.map(({ role }) => role)), [
    ["user"],
    ["user", "assistant", "tool"],
  ]);
  assertEquals(double.requests[1]?.messages.at(-1)?.content, "Sunny");
});

Deno.test("streamText() gives the pieces of the text as they come", async () => {
  using double = new ScriptedChatModel([{ content: "One two." }], [
    { type: "text", text: "One " },
    { type: "text", text: "two." },
  ]);
  const { textStream } = streamText({ model: languageModel(double), prompt: "Count." });
  const pieces: string[] = [];
  for await (const piece of textStream) pieces.push(piece);
  assertEquals(pieces, ["One ", "two."]);
  assertEquals(double.streamed, [true]);
});
