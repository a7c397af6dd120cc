import { frameOf } from "../../../wire/frame.ts";
import type { ExpectedTurn, TurnSample } from "../samples.ts";
import { chunk, DONE, HEAD, HELLO, START, STOP, USAGE } from "./chunks.ts";

const HELLO_TURN: ExpectedTurn = { text: "Hello", toolCalls: [], reason: "stop" };

/** Shapes of chunks of the OpenAI chat wire. */
export const OPENAI_CHAT_SHAPES: readonly TurnSample[] = [
  {
    name: "choices: [] first (Azure)",
    source: "openai/openai-node#1015",
    frames: [frameOf({ ...HEAD, choices: [], prompt_filter_results: [] }), HELLO, STOP, DONE],
    expected: HELLO_TURN,
  },
  {
    name: "choices: null",
    source: "microsoft/semantic-kernel#3650",
    frames: [frameOf({ ...HEAD, choices: null }), HELLO, STOP, DONE],
    expected: HELLO_TURN,
  },
  {
    name: "no choices at all",
    frames: [HELLO, frameOf(HEAD), STOP, DONE],
    expected: HELLO_TURN,
  },
  {
    name: "delta: null with the finish_reason",
    frames: [START, HELLO, chunk(null, "stop"), DONE],
    expected: HELLO_TURN,
  },
  {
    name: "no delta with the finish_reason (Azure)",
    source: "openai/openai-node#1015",
    frames: [START, HELLO, chunk(undefined, "stop"), DONE],
    expected: HELLO_TURN,
  },
  {
    name: "an empty delta before the text",
    frames: [chunk({}), HELLO, STOP, DONE],
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
    source: "adolfousier/opencrabs#1499",
    frames: [chunk({ content: "Hel" }, ""), chunk({ content: "lo" }, ""), STOP, DONE],
    expected: HELLO_TURN,
  },
  {
    name: "no finish_reason until the end",
    frames: [
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
      chunk({ content: "Hel", tool_calls: null }),
      chunk({ content: "lo", tool_calls: [] }),
      STOP,
      DONE,
    ],
    expected: HELLO_TURN,
  },
  {
    name: "error: null on every chunk",
    frames: [chunk({ content: "Hello" }, null, { error: null }), STOP, DONE],
    expected: HELLO_TURN,
  },
  {
    name: "members that no one knows",
    frames: [
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
