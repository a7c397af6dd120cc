import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import type { ModelError } from "../../../src/errors.ts";
import { toBytes } from "../../../src/bytes.ts";
import { usage } from "../../support/events.ts";
import { chunk, DONE, ends, entry, read, readBytes, said, summary, tools, used } from "./chunks.ts";

/** Truncation and the end of a turn: `research/wires.md` 4, kinds A and C. */
const CASES: { name: string; ref: string; body: unknown[]; expected: string }[] = [
  { name: "a whole turn", ref: "", body: [said("Hi"), ends(), DONE], expected: "Hi" },
  { name: "nothing at all", ref: "bide", body: [], expected: "INCOMPLETE" },
  {
    name: "text and a clean end",
    ref: "vercel/ai#19165, anomalyco/opencode#26170, coder/xum#3415, antiwork/gumroad#7468",
    body: [said("Hi")],
    expected: "INCOMPLETE",
  },
  {
    name: "the first chunk only",
    ref: "earendil-works/pi#8460",
    body: [chunk({ role: "assistant", content: "" })],
    expected: "INCOMPLETE",
  },
  {
    name: "a finish reason without the marker",
    ref: "tashfeenahmed/freellmapi#1288",
    body: [said("Hi"), ends()],
    expected: "INCOMPLETE",
  },
  {
    name: "a finish reason and usage without the marker",
    ref: "bide",
    body: [said("Hi"), ends(), used({ prompt_tokens: 3, completion_tokens: 1 })],
    expected: "INCOMPLETE",
  },
  {
    name: "usage alone, which ends nothing",
    ref: "bide",
    body: [said("Hi"), used({ prompt_tokens: 3, completion_tokens: 1 })],
    expected: "INCOMPLETE",
  },
  {
    name: "a call cut inside its arguments",
    ref: "CommandCodeAI/command-code#785, xiaoyu-work/claw-os#11",
    body: [tools(entry(0, "a", "f", '{"city":"Par'))],
    expected: "INCOMPLETE",
  },
  {
    name: "a call cut behind its last whole argument",
    ref: "ltmoerdani/opencode-copilot-chat#188",
    body: [tools(entry(0, "a", "f", "{}"))],
    expected: "INCOMPLETE",
  },
  { name: "the marker alone", ref: "bide", body: [DONE], expected: "" },
  { name: "empty chunks", ref: "bide", body: [{}, {}], expected: "INCOMPLETE" },
  { name: "empty chunks and the marker", ref: "bide", body: [{}, {}, DONE], expected: "" },
  {
    name: "the marker without a finish reason",
    ref: "can1357/oh-my-pi#9433, #9609",
    body: [said("Hi"), DONE],
    expected: "Hi",
  },
  {
    name: "calls and the marker without a finish reason",
    ref: "openclaw/openclaw#98575, OpenRouterTeam/ai-sdk-provider#166",
    body: [tools(entry(0, "a", "f", "{}")), DONE],
    expected: "|f({})",
  },
  {
    name: "a cut call and the marker without a finish reason",
    ref: "OpenRouterTeam/ai-sdk-provider#558",
    body: [tools(entry(0, "a", "f", '{"city":"Par')), DONE],
    expected: "TRUNCATED_TOOL_ARGUMENTS",
  },
  {
    name: "the same finish reason twice",
    ref: "ai-dynamo/dynamo#4154, nyroway/nyro#162",
    body: [said("Hi"), ends(), ends(), DONE],
    expected: "Hi",
  },
  {
    name: "two finish reasons",
    ref: "ai-dynamo/dynamo#4154",
    body: [said("Hi"), ends("tool_calls"), ends("stop"), DONE],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "an empty finish reason on every chunk",
    ref: "adolfousier/opencrabs#1499",
    body: [said("H", ""), said("i", ""), ends(), DONE],
    expected: "Hi",
  },
  {
    name: "an empty finish reason and nothing else",
    ref: "adolfousier/opencrabs#1499",
    body: [said("Hi", "")],
    expected: "INCOMPLETE",
  },
  {
    name: "a finish reason on the chunk of the last text",
    ref: "maximhq/bifrost#4963",
    body: [said("H"), said("i", "stop"), DONE],
    expected: "Hi",
  },
  {
    name: "a finish reason on the chunk of the call",
    ref: "vllm-project/vllm#53269",
    body: [chunk({ tool_calls: [entry(0, "a", "f", "{}")] }, "tool_calls"), DONE],
    expected: "|f({})",
  },
  {
    name: "empty deltas behind the finish reason",
    ref: "Azure, OpenRouter",
    body: [said("Hi", "stop"), chunk({ role: "assistant", content: "" }), chunk({}), DONE],
    expected: "Hi",
  },
  {
    name: "text behind the finish reason",
    ref: "bide",
    body: [said("Hi", "stop"), said("!"), DONE],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "reasoning behind the finish reason",
    ref: "bide",
    body: [said("Hi", "stop"), chunk({ reasoning_content: "hm" }), DONE],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "a call behind the finish reason",
    ref: "bide",
    body: [said("Hi", "stop"), tools(entry(0, "a", "f", "{}")), DONE],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "text behind the marker",
    ref: "issue 2, section 4",
    body: [said("Hi", "stop"), DONE, said("!"), "no JSON", { error: { message: "late" } }, DONE],
    expected: "Hi",
  },
  {
    name: "another choice",
    ref: "bide",
    body: [said("Hi"), { choices: [{ index: 1, delta: { content: "Ho" } }] }, ends(), DONE],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "a choice without an index",
    ref: "Azure/azure-sdk, pydantic-ai#797",
    body: [{ choices: [{ delta: { content: "Hi" }, finish_reason: "stop" }] }, DONE],
    expected: "Hi",
  },
  {
    name: "a turn cut at its length limit",
    ref: "0xPlaygrounds/rig#2248",
    body: [said("Hi"), ends("length"), DONE],
    expected: "LENGTH",
  },
  {
    name: "a turn that a filter withheld",
    ref: "librefang/librefang#3450, openai/openai-agents-python#3769",
    body: [ends("content_filter"), DONE],
    expected: "FILTERED",
  },
  {
    name: "an unknown finish reason",
    ref: "apache/maka#2297, CherryHQ/cherry-studio#16079",
    body: [said("Hi"), ends("abandoned"), DONE],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "tool_calls without a call",
    ref: "bide",
    body: [said("Hi"), ends("tool_calls"), DONE],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "a call cut at the length limit",
    ref: "langchain-ai/langchainjs#11469",
    body: [tools(entry(0, "a", "f", '{"city":"Par')), ends("length"), DONE],
    expected: "TRUNCATED_TOOL_ARGUMENTS",
  },
  {
    name: "a cut call that the server calls whole",
    ref: "NousResearch/hermes-agent#6847, #7693, vllm-project/vllm#53269",
    body: [tools(entry(0, "a", "f", '{"city":"Par')), ends("tool_calls"), DONE],
    expected: "TRUNCATED_TOOL_ARGUMENTS",
  },
];

for (const { name, ref, body, expected } of CASES) {
  Deno.test(`openai-chat reads ${name} as "${expected}" (${ref || "baseline"})`, () => {
    assertEquals(summary(read(body)), expected);
  });
}

for (
  const [raw, reason] of [
    ["stop", "stop"],
    ["tool_calls", "tool_use"],
    ["function_call", "tool_use"],
    ["length", "length"],
    ["content_filter", "filtered"],
    ["abandoned", "abandoned"],
    ["constructor", "constructor"],
  ] as const
) {
  Deno.test(`openai-chat gives the finish reason "${raw}" as "${reason}", with the word kept`, () => {
    const finish = read([ends(raw), DONE]).events.at(-1);
    assertEquals(finish?.type === "finish" && [finish.finish.reason, finish.finish.raw], [
      reason,
      raw,
    ]);
  });
}

Deno.test("openai-chat gives exactly one finish, last, for the marker without a reason", () => {
  const { events, done } = read([said("Hi"), DONE, DONE]);
  assertEquals(events.map(({ type }) => type), ["text", "finish"]);
  const finish = events.at(-1);
  assertEquals(finish?.type === "finish" && [finish.finish.reason, finish.finish.raw], [
    "stop",
    "",
  ]);
  assertEquals(done, true);
});

Deno.test("openai-chat is done at the marker, before the body ends", () => {
  assertEquals(read([said("Hi"), ends()]).done, false);
  assertEquals(read([said("Hi"), ends(), DONE]).done, true);
});

Deno.test("openai-chat without the marker tells how to allow it, and reports the usage", () => {
  const { error } = read([said("Hi"), ends(), used({ prompt_tokens: 3, completion_tokens: -1 })]);
  assertStringIncludes((error as ModelError).message, 'terminator: "optional"');
  assertEquals((error as ModelError).usage, usage(3, 0));
});

Deno.test("openai-chat takes a finish reason for the end where the marker is optional", () => {
  const optional = { terminator: "optional" } as const;
  const whole = read([said("Hi"), ends(), used({ prompt_tokens: 3 })], "openai", optional);
  assertEquals([summary(whole), whole.turn?.finish.usage], ["Hi", usage(3)]);
  // llama.cpp#9459, ik_llama.cpp#467, oobabooga#4778, qianfan-sdk#457, mistral.rs#1226
  for (const body of [[], [said("Hi")], [said("Hi", "")], [tools(entry(0, "a", "f", "{}"))]]) {
    assertEquals(summary(read(body, "openai", optional)), "INCOMPLETE");
  }
});

Deno.test("openai-chat takes a chunk cut in its JSON for cut, also where the marker is optional", () => {
  const cut = toBytes(`data: ${JSON.stringify(said("Hi", "stop"))}\n\ndata: {"choices":[],"usa`);
  assertEquals(summary(readBytes(cut, "openai", { terminator: "optional" })), "INCOMPLETE");
  assertEquals(summary(readBytes(cut)), "INCOMPLETE");
});

Deno.test("openai-chat refuses a misspelt terminator", () => {
  const misspelt = { terminator: "Optional" as "optional" };
  assertThrows(() => read([said("Hi"), ends()], "openai", misspelt), TypeError, '"Optional"');
});
