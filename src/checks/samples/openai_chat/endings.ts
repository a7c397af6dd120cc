import { ZERO_USAGE } from "../../../turn/usage.ts";
import { frameOf } from "../../../wire/frame.ts";
import type { EndingSample, FinishSample, FramesSample, UsageSample } from "../samples.ts";
import { call, CALLS, chunk, DONE, HEAD, HELLO, opening, START, STOP, USAGE } from "./chunks.ts";

const ERROR = { message: "Overloaded", type: "server_error", param: null, code: null };
const FAILED = frameOf({ error: ERROR });
const READ = { input: 11, output: 7, cacheRead: 3, cacheWrite: 0 };
const HELLO_TURN = { text: "Hello", reason: "stop" };

function ending(reason: string, ...reasons: string[]): EndingSample {
  const name = `finish_reason "${reason}"`;
  return { name, frames: [START, HELLO, chunk({}, reason), DONE], reasons };
}

/** The ways a turn ends on the OpenAI chat wire. */
export const OPENAI_CHAT_ENDINGS: readonly EndingSample[] = [
  ending("stop", "stop"),
  {
    name: 'finish_reason "tool_calls"',
    frames: [START, call(opening(0, "a", "one", "{}")), CALLS, DONE],
    reasons: ["tool_use"],
  },
  ending("length", "length"),
  ending("content_filter", "filtered"),
  {
    name: 'finish_reason "content_filter" and no text',
    source: "openai/openai-agents-python#3769",
    frames: [START, chunk({}, "content_filter"), DONE],
    reasons: ["filtered"],
  },
  {
    name: 'a refusal, finish_reason "stop"',
    frames: [chunk({ role: "assistant", refusal: "" }), chunk({ refusal: "No." }), STOP, DONE],
    reasons: ["filtered"],
  },
  ending("novel", "novel"),
  ending("error", "error"),
  { ...ending("model_length", "length", "model_length"), name: '"model_length" (Mistral)' },
  {
    ...ending("insufficient_system_resource", "insufficient_system_resource"),
    name: '"insufficient_system_resource" (DeepSeek)',
  },
];

/** Failures within a 200 on the OpenAI chat wire. */
export const OPENAI_CHAT_FAILURES: readonly FramesSample[] = [
  {
    name: "an error object first",
    source: "ggml-org/llama.cpp#14566",
    frames: [FAILED, DONE],
  },
  { name: "an error object after content", frames: [START, HELLO, FAILED] },
  {
    name: "an error object after content, then [DONE]",
    frames: [START, HELLO, FAILED, DONE],
  },
  {
    name: "an error object beside empty choices, then [DONE]",
    frames: [START, HELLO, frameOf({ ...HEAD, error: ERROR, choices: [] }), DONE],
  },
  {
    name: 'an error object beside finish_reason "error" (OpenRouter)',
    source: "langchain-ai/langchainjs#11579",
    frames: [
      START,
      HELLO,
      chunk({ content: "" }, "error", { error: { code: 502, message: "Overloaded" } }),
      DONE,
    ],
  },
  {
    name: 'an error object beside finish_reason "stop"',
    frames: [START, HELLO, chunk({}, "stop", { error: ERROR }), DONE],
  },
  { name: "an error object after the finish_reason", frames: [START, HELLO, STOP, FAILED, DONE] },
  { name: "an error that is a text", frames: [START, HELLO, frameOf({ error: "Overloaded" })] },
  {
    name: "an event named error",
    frames: [START, HELLO, frameOf({ error: ERROR }, "error"), DONE],
  },
];

/** Ends told more than once on the OpenAI chat wire. */
export const OPENAI_CHAT_FINISHES: readonly FinishSample[] = [
  {
    name: "the same finish_reason twice",
    source: "ai-dynamo/dynamo#4154",
    frames: [START, HELLO, STOP, STOP, DONE],
    expected: HELLO_TURN,
  },
  {
    name: "the finish_reason again beside the usage",
    frames: [START, HELLO, STOP, chunk({}, "stop", { usage: USAGE }), DONE],
    expected: HELLO_TURN,
  },
  { name: "[DONE] twice", frames: [START, HELLO, STOP, DONE, DONE], expected: HELLO_TURN },
  {
    name: "two different finish reasons",
    frames: [START, HELLO, STOP, chunk({}, "length"), DONE],
    expected: {},
    mayFail: true,
  },
];

const USAGE_ALONE = frameOf({ ...HEAD, choices: [], usage: USAGE });

/** The ways to report tokens on the OpenAI chat wire. */
export const OPENAI_CHAT_USAGES: readonly UsageSample[] = [
  { name: "a chunk of usage alone", frames: [START, HELLO, STOP, USAGE_ALONE, DONE], usage: READ },
  {
    name: "beside the finish_reason (DeepSeek, Mistral)",
    source: "maximhq/bifrost#191",
    frames: [START, HELLO, chunk({}, "stop", { usage: USAGE }), DONE],
    usage: READ,
  },
  {
    name: "on every chunk (vLLM)",
    frames: [
      START,
      chunk({ content: "Hello" }, null, { usage: { ...USAGE, completion_tokens: 1 } }),
      chunk({}, "stop", { usage: USAGE }),
      DONE,
    ],
    usage: READ,
  },
  {
    name: "a chunk without usage after the usage",
    frames: [
      START,
      HELLO,
      chunk({}, "stop", { usage: USAGE }),
      frameOf({ ...HEAD, choices: [] }),
      DONE,
    ],
    usage: READ,
  },
  {
    name: "no details",
    frames: [
      START,
      HELLO,
      chunk({}, "stop", {
        usage: { prompt_tokens: 14, completion_tokens: 7, prompt_tokens_details: null },
      }),
      DONE,
    ],
    usage: { ...READ, input: 14, cacheRead: 0 },
  },
  {
    name: "tokens of reasoning, which are part of the output",
    frames: [
      START,
      HELLO,
      STOP,
      frameOf({
        ...HEAD,
        choices: [],
        usage: { ...USAGE, completion_tokens_details: { reasoning_tokens: 5 } },
      }),
      DONE,
    ],
    usage: READ,
  },
  { name: "none", frames: [START, HELLO, STOP, DONE], usage: ZERO_USAGE },
];

/** A failure as plain JSON. */
export const OPENAI_ERROR_JSON: string = JSON.stringify({ error: ERROR });
