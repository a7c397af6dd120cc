import { assertEquals, assertStringIncludes } from "@std/assert";
import { chunk, DONE, ends, entry, read, summary, tools } from "./chunks.ts";

const NONE = undefined;

/** How servers stream tool calls: `research/wires.md` 4, kind D. */
const CASES: { name: string; ref: string; chunks: object[]; expected: string }[] = [
  {
    name: "one call as OpenAI streams it",
    ref: "",
    chunks: [
      tools(entry(0, "a", "f", "")),
      tools(entry(0, NONE, NONE, '{"q"')),
      tools(entry(0, NONE, NONE, ":1}")),
    ],
    expected: '|f({"q":1})',
  },
  {
    name: "two calls, one after the other",
    ref: "",
    chunks: [
      tools(entry(0, "a", "f", "")),
      tools(entry(0, NONE, NONE, "{}")),
      tools(entry(1, "b", "g", "")),
      tools(entry(1, NONE, NONE, "[]")),
    ],
    expected: "|f({})|g([])",
  },
  {
    name: "two calls, interleaved",
    ref: "",
    chunks: [
      tools(entry(0, "a", "f", ""), entry(1, "b", "g", "")),
      tools(entry(1, NONE, NONE, "["), entry(0, NONE, NONE, "{")),
      tools(entry(1, NONE, NONE, "]")),
      tools(entry(0, NONE, NONE, "}")),
    ],
    expected: "|f({})|g([])",
  },
  {
    name: "a call without an id",
    ref: "vercel/ai#18440, continuedev/continue#13236",
    chunks: [tools(entry(0, NONE, "f", "{")), tools(entry(0, NONE, NONE, "}"))],
    expected: "|f({})",
  },
  {
    name: "a call with a blank id",
    ref: "vercel/ai#18440, symfony/ai#2220",
    chunks: [tools(entry(0, "", "f", "{")), tools(entry(0, "", "", "}"))],
    expected: "|f({})",
  },
  {
    name: "null for what continues",
    ref: "anomalyco/opencode#43328, sgl-project/sglang#35542",
    chunks: [tools(entry(0, "a", "f", "{")), tools(entry(0, null, null, "}"))],
    expected: "|f({})",
  },
  {
    name: 'the id "null" for what continues',
    ref: "zed-industries/zed#54058, langchain-ai/langchainjs#11505",
    chunks: [tools(entry(0, "a", "f", "{")), tools(entry(0, "null", "", "}"))],
    expected: "|f({})",
  },
  {
    name: "the id on every piece",
    ref: "openai/openai-python#3241",
    chunks: [tools(entry(0, "a", "f", "{")), tools(entry(0, "a", "f", "}"))],
    expected: "|f({})",
  },
  {
    name: "a call without an index",
    ref: "openai/openai-python#3246, SamSaffron/term-llm#314",
    chunks: [tools(entry(NONE, "a", "f", "{")), tools(entry(NONE, NONE, NONE, "}"))],
    expected: "|f({})",
  },
  {
    name: "two calls without an index",
    ref: "AtomicBot-ai/atomic-agent#268",
    chunks: [
      tools(entry(NONE, "a", "f", "{"), entry(NONE, "b", "g", "[")),
      tools(entry(NONE, "a", NONE, "}"), entry(NONE, "b", NONE, "]")),
    ],
    expected: "|f({})|g([])",
  },
  {
    name: "two whole calls without index and id",
    ref: "openai/openai-python#3246",
    chunks: [tools(entry(NONE, NONE, "f", ""), entry(NONE, NONE, "g", '{"x":1}'))],
    expected: '|f({})|g({"x":1})',
  },
  {
    name: "two calls of one tool without index and id",
    ref: "openai/openai-python#3246",
    chunks: [tools(entry(NONE, NONE, "f", "")), tools(entry(NONE, NONE, "f", '{"x":1}'))],
    expected: '|f({})|f({"x":1})',
  },
  {
    name: "pieces that may belong to either of two calls",
    ref: "langchain-ai/langchainjs#11505",
    chunks: [
      tools(entry(NONE, NONE, "f", ""), entry(NONE, NONE, "g", "")),
      tools(entry(NONE, NONE, NONE, '{"x":1}'), entry(NONE, NONE, NONE, "")),
    ],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "two calls with the same index",
    ref: "openai/openai-python#3241, LibreChat-AI/agents#260 (ollama#15457), ai-dynamo/dynamo#4723",
    chunks: [tools(entry(0, "a", "f", "{}")), tools(entry(0, "b", "g", "[]"))],
    expected: "|f({})|g([])",
  },
  {
    name: "two calls of one tool with the same index",
    ref: "agno-agi/agno#8880, su-kaka/gcli2api#406",
    chunks: [
      tools(entry(0, "a", "f", "")),
      tools(entry(0, "b", "f", "")),
      tools(entry(0, NONE, NONE, "[1]")),
    ],
    expected: "|f({})|f([1])",
  },
  {
    name: "two calls with the same index, interleaved by their ids",
    ref: "mcowger/plexus#691",
    chunks: [
      tools(entry(0, "a", "f", "{"), entry(0, "b", "g", "[")),
      tools(entry(0, "a", NONE, "}"), entry(0, "b", NONE, "]")),
    ],
    expected: "|f({})|g([])",
  },
  {
    name: "an id that changes within a call",
    ref: "poolsideai/pool#9, vllm-project/vllm#23522",
    chunks: [tools(entry(0, "a", "f", "{")), tools(entry(0, "b", NONE, "}"))],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "a name that changes within a call",
    ref: "bide",
    chunks: [tools(entry(0, "a", "f", "{")), tools(entry(0, NONE, "g", "}"))],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "a name that changes within a call without an id",
    ref: "bide",
    chunks: [tools(entry(0, NONE, "f", "")), tools(entry(0, NONE, "g", "{}"))],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "one id for two calls",
    ref: "bide (ErrToolUseIDReused)",
    chunks: [tools(entry(0, "a", "f", "")), tools(entry(1, "a", "f", "{}"))],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "an id and a name that come late",
    ref: "vercel/ai#18440",
    chunks: [tools(entry(0, NONE, NONE, "{")), tools(entry(0, "a", "f", "}"))],
    expected: "|f({})",
  },
  {
    name: "an id and a name that come late, without an index",
    ref: "vercel/ai#18440",
    chunks: [tools(entry(NONE, NONE, NONE, "{")), tools(entry(NONE, NONE, "f", "}"))],
    expected: "|f({})",
  },
  {
    name: "a call without a name",
    ref: "vercel/ai#18440",
    chunks: [tools(entry(0, "a", NONE, "{}"))],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "a call of a custom tool, whose input is no JSON object",
    ref: "openai 7.59 ChatCompletionChunk.Choice.Delta.ToolCall.Custom",
    chunks: [tools({ index: 0, id: "a", type: "custom", custom: { name: "f", input: "ls" } })],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "arguments as an object",
    ref: "@mistralai/mistralai 2.7 FunctionCall",
    chunks: [tools(entry(0, "a", "f", { q: 1 }))],
    expected: '|f({"q":1})',
  },
  {
    name: "no arguments at all",
    ref: "OpenRouterTeam/ai-sdk-provider (fix-tool-calls-missing-arguments)",
    chunks: [tools(entry(0, "a", "f", NONE))],
    expected: "|f({})",
  },
  {
    name: "the arguments null",
    ref: "OpenRouterTeam/ai-sdk-provider (fix-tool-calls-missing-arguments)",
    chunks: [tools(entry(0, "a", "f", null))],
    expected: "|f({})",
  },
  {
    name: "a function that is null, and entries that are",
    ref: "openai/openai-node#1015",
    chunks: [tools(entry(0, "a", "f", "{}")), tools({ index: 0, function: null }, null)],
    expected: "|f({})",
  },
  {
    name: "the call as it was before tools",
    ref: "openai 7.59 Delta.FunctionCall",
    chunks: [
      chunk({ function_call: { name: "f", arguments: "" } }),
      chunk({ function_call: { arguments: '{"q"' } }),
      chunk({ function_call: { name: "f", arguments: ":1}" } }),
    ],
    expected: '|f({"q":1})',
  },
  {
    name: "arguments repaired by nobody",
    ref: "OpenRouterTeam/ai-sdk-provider#558",
    chunks: [tools(entry(0, "a", "f", '{"city":"Par'))],
    expected: "TRUNCATED_TOOL_ARGUMENTS",
  },
  {
    name: "two calls merged by a translator",
    ref: "LibreChat-AI/agents#260 (ollama#7881)",
    chunks: [tools(entry(0, NONE, "f", '{"a":1}')), tools(entry(0, NONE, "f", '{"a":2}'))],
    expected: "TRUNCATED_TOOL_ARGUMENTS",
  },
];

for (const { name, ref, chunks, expected } of CASES) {
  Deno.test(`openai-chat reads ${name} as "${expected}" (${ref || "baseline"})`, () => {
    // The finish without a word checks no number of calls, so that the calls themselves are judged.
    assertEquals(summary(read([...chunks, ends("stop"), DONE])), expected);
  });
}

Deno.test("openai-chat keeps the id of every call", () => {
  const body = [
    tools(entry(3, "a", "f", "{}"), entry(5, NONE, "g", "{}")),
    tools(entry(5, "b", NONE)),
  ];
  const { turn } = read([...body, ends("tool_calls"), DONE]);
  assertEquals(turn?.toolCalls.map(({ id }) => id), ["a", "b"]);
});

Deno.test("openai-chat numbers calls by first appearance, whatever the server's indexes", () => {
  const { events } = read([tools(entry(9, "a", "f", "{}")), tools(entry(4, "b", "g", "{}")), DONE]);
  assertEquals(
    events.flatMap((event) => event.type === "tool_call" ? [event.index] : []),
    [0, 1],
  );
});

Deno.test("openai-chat gives id and name once, although the server repeats them", () => {
  const piece = tools(entry(0, "a", "f", ""));
  const { events } = read([piece, piece, tools(entry(0, "", "", "")), DONE]);
  const next = { type: "tool_call" as const, index: 0, arguments: "" };
  assertEquals(events.slice(0, 3), [{ ...next, id: "a", name: "f" }, next, next]);
});

Deno.test("openai-chat gives no blank ids and names", () => {
  const { events } = read([tools(entry(0, "", "", "{")), tools(entry(0, "null", "f", "}")), DONE]);
  assertEquals(events.slice(0, 2), [
    { type: "tool_call", index: 0, arguments: "{" },
    { type: "tool_call", index: 0, name: "f", arguments: "}" },
  ]);
});

Deno.test("openai-chat says what is wrong with pieces that may belong to either call", () => {
  const two = tools(entry(undefined, undefined, "f", ""), entry(undefined, undefined, "g", ""));
  const pieces = tools({ function: { arguments: "1" } }, { function: { arguments: "2" } });
  assertStringIncludes(String(read([two, pieces]).error), "neither an index nor an id");
});
