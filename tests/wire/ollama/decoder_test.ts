import { assertEquals, assertStringIncludes } from "@std/assert";
import { ollamaWire } from "../../../src/wire/ollama/ollama.ts";
import { ndjsonBody } from "../../support/bodies.ts";
import { usage } from "../../support/events.ts";
import { readTurn } from "../../support/reading.ts";
import { frameOf } from "../../../src/wire/frame.ts";
import { testCases } from "../cases.ts";

const WIRE = ollamaWire();

function line(message: unknown, more: object = {}): object {
  return { model: "m", message, done: false, ...more };
}

function said(content: string, more?: object): object {
  return line({ role: "assistant", content }, more);
}

function calls(...entries: readonly unknown[]): object {
  return line({ role: "assistant", content: "", tool_calls: entries });
}

function ends(reason: unknown = "stop", more: object = {}): object {
  return said("", { done: true, done_reason: reason, ...more });
}

testCases(WIRE, "a truncated stream", [
  {
    name: "text and a clean end",
    ref: "vercel/ai#19165, coder/xum#3415",
    body: [said("Hi")],
    expected: "INCOMPLETE",
  },
  { name: "nothing at all", ref: "langgraphjs#2718", body: "", expected: "INCOMPLETE" },
  { name: "blank lines only", ref: "langgraphjs#2718", body: "\n\r\n \n", expected: "INCOMPLETE" },
  {
    name: "a whole call and a clean end",
    ref: "xiaoyu-work/claw-os#11",
    body: [calls({ function: { name: "f", arguments: {} } })],
    expected: "INCOMPLETE",
  },
  {
    name: "a line that is cut",
    ref: "anthropics/anthropic-sdk-typescript#842",
    body: `${JSON.stringify(said("Hi"))}\n{"message":{"content":"th`,
    expected: "INCOMPLETE",
  },
  {
    name: "a last line that is cut",
    body: '{"message":{"content":"Hi"},"done":true,"done_reason":"st',
    expected: "INCOMPLETE",
  },
  {
    name: "counts, but no done",
    ref: "BerriAI/litellm#32686",
    body: [said("Hi", { prompt_eval_count: 3, eval_count: 2 })],
    expected: "INCOMPLETE",
  },
  {
    name: "a reason, but no done",
    ref: "kooshi/llama-swappo#13",
    body: [said("Hi", { done_reason: "stop" })],
    expected: "INCOMPLETE",
  },
  {
    name: "done that is no true",
    ref: "apache/maka#2297",
    body: [said("Hi", { done: "true" }), said("", { done: 1 }), said("", { done: null })],
    expected: "INCOMPLETE",
  },
  {
    name: "a gateway's [DONE]",
    ref: "bigduu/Bamboo-agent#383",
    body: [said("Hi"), "[DONE]"],
    expected: "STREAM_PROTOCOL",
  },
]);

testCases(WIRE, "the end of a turn", [
  { name: "a whole turn", body: [said("H"), said("i"), ends()], expected: "Hi" },
  {
    name: "text on the last line",
    ref: "maximhq/bifrost#4963",
    body: [said("H"), said("i", { done: true, done_reason: "stop" })],
    expected: "Hi",
  },
  {
    name: "a last line without its end",
    ref: "openai/openai-node#2725",
    body: JSON.stringify(said("Hi", { done: true })),
    expected: "Hi",
  },
  {
    name: "CRLF, blank lines and a byte order mark",
    ref: "joshmossas/event-source-plus#11",
    body: `\ufeff${JSON.stringify(said("Hi"))}\r\n\r\n${JSON.stringify(ends())}\r\n`,
    expected: "Hi",
  },
  {
    name: "no done_reason, as from early servers",
    body: [said("Hi"), { done: true }],
    expected: "Hi",
  },
  {
    name: "lines after done",
    ref: "nyroway/nyro#162",
    body: [said("Hi"), ends(), said("!"), ends("length")],
    expected: "Hi",
  },
  {
    name: "nonsense after done",
    ref: "ai-dynamo/dynamo#4154",
    body: [said("Hi"), ends(), "nonsense"],
    expected: "Hi",
  },
  {
    name: "a limit",
    ref: "0xPlaygrounds/rig#2248",
    body: [said("Hi"), ends("length")],
    expected: "LENGTH",
  },
  { name: "a model that was only loaded", body: [ends("load")], expected: "STREAM_PROTOCOL" },
  { name: "a model that was unloaded", body: [ends("unload")], expected: "STREAM_PROTOCOL" },
  {
    name: "a word unknown to us",
    ref: "apache/maka#2297",
    body: [said("Hi"), ends("connection_closed")],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "a reason that is no text",
    ref: "adolfousier/opencrabs#1499",
    body: [said("Hi"), ends(null)],
    expected: "Hi",
  },
]);

testCases(WIRE, "errors within the stream", [
  {
    name: "an error first",
    ref: "OmniRoute#8210",
    body: [{ error: "model not found" }],
    expected: "PROVIDER",
  },
  {
    name: "an error after text",
    ref: "llama.cpp#14566",
    body: [said("Hi"), { error: "an error was encountered" }],
    expected: "PROVIDER",
  },
  {
    name: "an error beside done",
    ref: "langchainjs#11579",
    body: [said("Hi"), ends("stop", { error: "out of memory" })],
    expected: "PROVIDER",
  },
  {
    name: "an error that is an object",
    body: [{ error: { message: "busy", code: 1 } }],
    expected: "PROVIDER",
  },
  { name: "an error that is null", body: [said("Hi", { error: null }), ends()], expected: "Hi" },
  {
    name: "a web page",
    ref: "langgraphjs#2718",
    body: "<html>\n</html>\n",
    expected: "STREAM_PROTOCOL",
  },
  { name: "a web page on one line without its end", body: "<html></html>", expected: "INCOMPLETE" },
  { name: "a line that is no object", body: ["[]", ends()], expected: "STREAM_PROTOCOL" },
  {
    name: "the frames of another wire",
    ref: "cline#1786",
    body: `data: ${JSON.stringify(ends())}\n`,
    expected: "STREAM_PROTOCOL",
  },
]);

testCases(WIRE, "tool calls", [
  {
    name: "a call",
    body: [calls({ function: { name: "f", arguments: { city: "Paris" } } }), ends()],
    expected: 'f({"city":"Paris"})',
  },
  {
    name: "a call on the last line",
    ref: "0xPlaygrounds/rig#1308",
    body: [
      line({
        content: "",
        tool_calls: [{ id: "a", function: { index: 0, name: "f", arguments: {} } }],
      }, { done: true, done_reason: "stop" }),
    ],
    expected: "f({})",
  },
  {
    name: "two calls on one line, both of index 0",
    ref: "LibreChat-AI/agents#260, ollama/ollama#15457",
    body: [
      calls({ function: { index: 0, name: "f", arguments: { n: 1 } } }, {
        function: { index: 0, name: "f", arguments: { n: 2 } },
      }),
      ends(),
    ],
    expected: 'f({"n":1})|f({"n":2})',
  },
  {
    name: "two calls on two lines, both of index 0",
    ref: "BerriAI/litellm#37792, ai-dynamo/dynamo#4723",
    body: [
      calls({ function: { index: 0, name: "f", arguments: {} } }),
      calls({ function: { index: 0, name: "g", arguments: {} } }),
      ends(),
    ],
    expected: "f({})|g({})",
  },
  {
    name: "calls without ids",
    ref: "continuedev/continue#13236",
    body: [
      calls({ function: { name: "f", arguments: {} } }, {
        id: "",
        function: { name: "g", arguments: {} },
      }),
      ends(),
    ],
    expected: "f({})|g({})",
  },
  {
    name: "two calls with one id",
    ref: "agno-agi/agno#8880",
    body: [
      calls({ id: "a", function: { name: "f" } }, { id: "a", function: { name: "g" } }),
      ends(),
    ],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "no arguments",
    body: [
      calls({ function: { name: "f" } }, { function: { name: "g", arguments: null } }),
      ends(),
    ],
    expected: "f({})|g({})",
  },
  {
    name: "arguments as a text",
    body: [calls({ function: { name: "f", arguments: '{"a":1}' } }), ends()],
    expected: 'f({"a":1})',
  },
  {
    name: "arguments as a text that is cut",
    ref: "OpenRouterTeam/ai-sdk-provider#558",
    body: [calls({ function: { name: "f", arguments: '{"city":"Par' } }), ends()],
    expected: "TRUNCATED_TOOL_ARGUMENTS",
  },
  {
    name: "cut arguments and a limit",
    ref: "langchain-ai/langchainjs#11469",
    body: [calls({ function: { name: "f", arguments: "{" } }), ends("length")],
    expected: "TRUNCATED_TOOL_ARGUMENTS",
  },
  {
    name: "a call without a name",
    body: [calls({ function: {} }), ends()],
    expected: "STREAM_PROTOCOL",
  },
  { name: "a call without a function", body: [calls({}), ends()], expected: "STREAM_PROTOCOL" },
  {
    name: "a reason for tool use",
    ref: "kooshi/llama-swappo#13",
    body: [calls({ function: { name: "f", arguments: {} } }), ends("tool_calls")],
    expected: "f({})|#tool_use",
  },
  {
    name: "a reason for tool use without a call",
    ref: "NousResearch/hermes-agent#7693",
    body: [said("Hi"), ends("tool_calls")],
    expected: "STREAM_PROTOCOL",
  },
]);

testCases(WIRE, "shapes of lines", [
  {
    name: "thinking",
    body: [line({ content: "", thinking: "Hm" }), line({ thinking: "m" }), said("Hi"), ends()],
    expected: "Hi|~Hmm",
  },
  {
    name: "messages that are none",
    ref: "openai/openai-node#1015, autogen#6465",
    body: [line(null), line([]), {}, said("Hi"), { done: true, done_reason: "stop" }],
    expected: "Hi",
  },
  {
    name: "members that are null",
    body: [line({ content: null, thinking: null, tool_calls: null }), said("Hi"), ends()],
    expected: "Hi",
  },
  {
    name: "entries of calls that are none",
    body: [calls(null), said("Hi"), ends()],
    expected: "Hi",
  },
  {
    name: "text of many bytes a character",
    ref: "claude-code-router#1672",
    body: [said("北🎈"), ends()],
    expected: "北🎈",
  },
]);

Deno.test("OllamaDecoder tells the counts of the last line", () => {
  const counts = { prompt_eval_count: 26, eval_count: 298 };
  const { turn } = readTurn(WIRE, ndjsonBody(said("Hi"), ends("stop", counts)));
  assertEquals(turn?.finish.usage, usage(26, 298));
});

Deno.test("OllamaDecoder gives an empty word if the server gives none", () => {
  const { turn } = readTurn(WIRE, ndjsonBody(said("Hi"), { done: true }));
  assertEquals([turn?.finish.reason, turn?.finish.raw], ["stop", ""]);
});

Deno.test("OllamaDecoder tells an error as the server says it", () => {
  const { error } = readTurn(WIRE, ndjsonBody({ error: "model 'x' not found" }));
  assertStringIncludes((error as Error).message, "model 'x' not found");
});

Deno.test("OllamaDecoder is done at done: true, and not before", () => {
  assertEquals(readTurn(WIRE, ndjsonBody(said("Hi"))).done, false);
  const decoder = WIRE.decoder();
  const frame = frameOf(ends());
  assertEquals([decoder.push(frame).length, decoder.done], [1, true]);
  assertEquals([decoder.push(frame), decoder.end()], [[], []]);
});

Deno.test("OllamaDecoder keeps what came before a failure", () => {
  const { events } = readTurn(WIRE, ndjsonBody(said("Hi"), { error: "x" }));
  assertEquals(events, [{ type: "text", text: "Hi" }]);
});

Deno.test("OllamaDecoder refuses arguments nested too deeply to be written again, or gives them", () => {
  const depth = 20_000;
  const args = `{"a":${"[".repeat(depth)}${"]".repeat(depth)}}`;
  const body =
    `{"message":{"tool_calls":[{"function":{"name":"f","arguments":${args}}}]},"done":true}`;
  const { turn, code } = readTurn(WIRE, ndjsonBody(body));
  assertEquals(turn?.toolCalls[0]?.arguments ?? code, turn ? args : "STREAM_PROTOCOL");
});
