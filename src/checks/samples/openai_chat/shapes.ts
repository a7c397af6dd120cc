import { frameOf } from "../../../wire/frame.ts";
import type { ExpectedTurn, TurnSample } from "../samples.ts";
import { chunk, DONE, HEAD, HELLO, START, STOP, USAGE } from "./chunks.ts";

const HELLO_TURN: ExpectedTurn = { text: "Hello", toolCalls: [], reason: "stop" };

/** Shapes of chunks of the OpenAI chat wire. */
export const OPENAI_CHAT_SHAPES: readonly TurnSample[] = [
  {
    name: "choices: [] first (Azure)",
    source: "pydantic/pydantic-ai#797",
    frames: [
      frameOf({ ...HEAD, choices: [], prompt_filter_results: [] }),
      START,
      HELLO,
      STOP,
      DONE,
    ],
    expected: HELLO_TURN,
  },
  {
    name: "choices: null",
    source: "RooCodeInc/Roo-Code#9105",
    frames: [START, frameOf({ ...HEAD, choices: null }), HELLO, STOP, DONE],
    expected: HELLO_TURN,
  },
  {
    name: "no choices at all",
    source: "openclaw/openclaw#15488",
    frames: [START, HELLO, frameOf(HEAD), STOP, DONE],
    expected: HELLO_TURN,
  },
  {
    name: "delta: null with the finish_reason",
    frames: [START, HELLO, chunk(null, "stop"), DONE],
    expected: HELLO_TURN,
  },
  {
    name: "no delta with the finish_reason (Azure)",
    source: "openai/openai-python#1677",
    frames: [START, HELLO, chunk(undefined, "stop"), DONE],
    expected: HELLO_TURN,
  },
  {
    name: "a choice without a delta after the finish_reason (Azure)",
    source: "microsoft/autogen#6465",
    frames: [START, HELLO, STOP, chunk(undefined, null, { id: "", object: "", model: "" }), DONE],
    expected: HELLO_TURN,
  },
  {
    name: "an empty delta before the text",
    frames: [START, chunk({}), HELLO, STOP, DONE],
    expected: HELLO_TURN,
  },
  {
    name: "content: null",
    frames: [
      chunk({ role: "assistant", content: null }),
      HELLO,
      chunk({ content: null }, "stop"),
      DONE,
    ],
    expected: HELLO_TURN,
  },
  {
    name: 'content: "" with the finish_reason',
    frames: [START, HELLO, chunk({ content: "" }, "stop"), DONE],
    expected: HELLO_TURN,
  },
  {
    name: 'finish_reason: "" until the end',
    source: "ollama/ollama#4357",
    frames: [START, chunk({ content: "Hel" }, ""), chunk({ content: "lo" }, ""), STOP, DONE],
    expected: HELLO_TURN,
  },
  {
    name: "no finish_reason until the end",
    source: "maximhq/bifrost#7397",
    frames: [
      START,
      frameOf({ ...HEAD, choices: [{ index: 0, delta: { content: "Hello" } }] }),
      STOP,
      DONE,
    ],
    expected: HELLO_TURN,
  },
  {
    name: "content with the finish_reason",
    source: "maximhq/bifrost#4963",
    frames: [chunk({ role: "assistant", content: "Hel" }), chunk({ content: "lo" }, "stop"), DONE],
    expected: HELLO_TURN,
  },
  {
    name: "no role at all",
    source: "songquanpeng/one-api#1037",
    frames: [HELLO, STOP, DONE],
    expected: HELLO_TURN,
  },
  {
    name: "the whole turn in one chunk",
    frames: [chunk({ role: "assistant", content: "Hello" }, "stop", { usage: USAGE }), DONE],
    expected: HELLO_TURN,
  },
  {
    name: "a role on every chunk",
    frames: [
      chunk({ role: "assistant", content: "Hel" }),
      chunk({ role: "assistant", content: "lo" }),
      chunk({ role: "assistant" }, "stop"),
      DONE,
    ],
    expected: HELLO_TURN,
  },
  {
    name: "a chunk of usage alone",
    frames: [START, HELLO, STOP, frameOf({ ...HEAD, choices: [], usage: USAGE }), DONE],
    expected: HELLO_TURN,
  },
  {
    name: "usage on every chunk (vLLM)",
    frames: [
      START,
      chunk({ content: "Hel" }, null, { usage: { ...USAGE, completion_tokens: 3 } }),
      chunk({ content: "lo" }, null, { usage: { ...USAGE, completion_tokens: 6 } }),
      chunk({}, "stop", { usage: USAGE }),
      DONE,
    ],
    expected: HELLO_TURN,
  },
  {
    name: "tool_calls: null and [] beside the text",
    frames: [
      START,
      chunk({ content: "Hel", tool_calls: null }),
      chunk({ content: "lo", tool_calls: [] }),
      STOP,
      DONE,
    ],
    expected: HELLO_TURN,
  },
  {
    name: "error: null on every chunk",
    frames: [START, chunk({ content: "Hello" }, null, { error: null }), STOP, DONE],
    expected: HELLO_TURN,
  },
  {
    name: "members that no one knows",
    frames: [
      START,
      chunk({ content: "Hello", annotations: [] }, null, { obfuscation: "x", service_tier: null }),
      STOP,
      DONE,
    ],
    expected: HELLO_TURN,
  },
  {
    name: "reasoning_content beside content: null (DeepSeek)",
    frames: [
      chunk({ role: "assistant", content: null, reasoning_content: "Hm." }),
      chunk({ content: "Hello", reasoning_content: null }),
      STOP,
      DONE,
    ],
    expected: { ...HELLO_TURN, reasoning: "Hm." },
  },
  {
    name: "reasoning (OpenRouter)",
    frames: [
      chunk({ role: "assistant", content: "", reasoning: "Hm." }),
      chunk({ content: "Hello", reasoning: null }),
      STOP,
      DONE,
    ],
    expected: { ...HELLO_TURN, reasoning: "Hm." },
  },
];
