import type { CutArgumentsSample, ExpectedTurn, TurnSample } from "../samples.ts";
import { call, CALLS, chunk, DONE, going, opening, START } from "./chunks.ts";

const ONE = { name: "one", arguments: { a: 1 } };
const TWO = { name: "two", arguments: { b: 2 } };
const ONE_CALL: ExpectedTurn = { toolCalls: [ONE] };
const TWO_CALLS: ExpectedTurn = { toolCalls: [ONE, TWO] };

/** An entry of `tool_calls` of a whole call, without what is left out. */
function entry(more: object, name: string, json: string | null | undefined): object {
  return { ...more, type: "function", function: { name, arguments: json } };
}

const SHAPES: readonly TurnSample[] = [
  {
    name: "two calls, one after the other",
    frames: [
      call(opening(0, "a", "one", "")),
      call(going(0, '{"a"')),
      call(going(0, ":1}")),
      call(opening(1, "b", "two", "")),
      call(going(1, '{"b":2}')),
      CALLS,
      DONE,
    ],
    expected: TWO_CALLS,
  },
  {
    name: "two calls, their pieces mixed",
    frames: [
      call(opening(0, "a", "one", ""), opening(1, "b", "two", "")),
      call(going(0, '{"a"')),
      call(going(1, '{"b"')),
      call(going(1, ":2}"), going(0, ":1}")),
      CALLS,
      DONE,
    ],
    expected: TWO_CALLS,
  },
  {
    name: "two whole calls in one chunk",
    frames: [
      call(opening(0, "a", "one", '{"a":1}'), opening(1, "b", "two", '{"b":2}')),
      CALLS,
      DONE,
    ],
    expected: TWO_CALLS,
  },
  {
    name: "two ids at one index",
    source: "earendil-works/pi#8861",
    frames: [
      call(opening(0, "a", "one", '{"a":1}')),
      call(opening(0, "b", "two", '{"b":2}')),
      CALLS,
      DONE,
    ],
    expected: TWO_CALLS,
  },
  {
    name: "two ids at one index, in pieces (Ollama)",
    source: "ollama/ollama#15457",
    frames: [
      call(opening(0, "a", "one", "")),
      call(going(0, '{"a":1}')),
      call(opening(0, "b", "two", "")),
      call(going(0, '{"b":2}')),
      CALLS,
      DONE,
    ],
    expected: TWO_CALLS,
  },
  {
    name: "no index (Gemini)",
    source: "openai/openai-python#3246",
    frames: [
      call(entry({ id: "a" }, "one", '{"a":1}')),
      call(entry({ id: "b" }, "two", '{"b":2}')),
      CALLS,
      DONE,
    ],
    expected: TWO_CALLS,
  },
  {
    name: "no id",
    source: "vercel/ai#18440",
    frames: [call(entry({ index: 0 }, "one", '{"a":1}')), CALLS, DONE],
    expected: ONE_CALL,
  },
  {
    name: "no index and no id",
    source: "continuedev/continue#13236",
    frames: [call(entry({}, "one", '{"a":1}')), CALLS, DONE],
    expected: ONE_CALL,
  },
  {
    name: "id and name on every piece",
    frames: [
      call(opening(0, "a", "one", '{"a"')),
      call(opening(0, "a", "one", ":1}")),
      CALLS,
      DONE,
    ],
    expected: ONE_CALL,
  },
  {
    name: "an empty id and name on the later pieces (Qwen)",
    source: "symfony/ai#2220",
    frames: [call(opening(0, "a", "one", '{"a"')), call(opening(0, "", "", ":1}")), CALLS, DONE],
    expected: ONE_CALL,
  },
  {
    name: "a null id and name on the later pieces",
    frames: [
      call(opening(0, "a", "one", '{"a"')),
      call({ index: 0, id: null, type: null, function: { name: null, arguments: ":1}" } }),
      CALLS,
      DONE,
    ],
    expected: ONE_CALL,
  },
  {
    name: "an index that begins at 1",
    source: "vercel/ai#18333",
    frames: [call(opening(1, "a", "one", '{"a"')), call(going(1, ":1}")), CALLS, DONE],
    expected: ONE_CALL,
  },
  {
    name: "arguments: null first",
    frames: [
      call(entry({ index: 0, id: "a" }, "one", null)),
      call(going(0, '{"a":1}')),
      CALLS,
      DONE,
    ],
    expected: ONE_CALL,
  },
  {
    name: "two entries for one call in one chunk",
    source: "openai/openai-python#3201",
    frames: [
      call(
        { index: 0, id: "a", type: "function", function: { name: "one" } },
        going(0, '{"a"'),
      ),
      call(going(0, ":1}")),
      CALLS,
      DONE,
    ],
    expected: ONE_CALL,
  },
  {
    name: "a call with the finish_reason",
    frames: [chunk({ tool_calls: [opening(0, "a", "one", '{"a":1}')] }, "tool_calls"), DONE],
    expected: ONE_CALL,
  },
  {
    name: 'finish_reason "stop" after a call (a forced tool choice)',
    frames: [call(opening(0, "a", "one", '{"a":1}')), chunk({}, "stop"), DONE],
    expected: ONE_CALL,
  },
  {
    name: "a call without arguments",
    frames: [call(opening(0, "a", "one", "")), CALLS, DONE],
    expected: { toolCalls: [{ name: "one", arguments: {} }] },
  },
  {
    name: "text and a call in one chunk",
    frames: [
      chunk({ content: "Wait.", tool_calls: [opening(0, "a", "one", '{"a":1}')] }),
      CALLS,
      DONE,
    ],
    expected: { text: "Wait.", ...ONE_CALL },
  },
];

/** Ways to send tool calls on the OpenAI chat wire. */
export const OPENAI_CHAT_TOOL_SHAPES: readonly TurnSample[] = [
  {
    name: "the role with the beginning of the call (OpenAI)",
    frames: [
      chunk({ role: "assistant", content: null, tool_calls: [opening(0, "a", "one", "")] }),
      call(going(0, '{"a":1}')),
      CALLS,
      DONE,
    ],
    expected: ONE_CALL,
  },
  ...SHAPES.map((sample) => ({ ...sample, frames: [START, ...sample.frames] })),
];

const HALF = call(opening(0, "a", "one", '{"ci'));

const CUT: readonly CutArgumentsSample[] = [
  {
    name: 'finish_reason "tool_calls" after half the arguments',
    source: "vllm-project/vllm#53269",
    frames: [HALF, CALLS, DONE],
  },
  {
    name: 'finish_reason "length" after half the arguments',
    source: "langchain-ai/langchainjs#11469",
    frames: [HALF, chunk({}, "length"), DONE],
  },
  {
    name: 'finish_reason "stop" after half the arguments',
    frames: [HALF, chunk({}, "stop"), DONE],
  },
  {
    name: "only [DONE] after half the arguments",
    source: "ltmoerdani/opencode-copilot-chat#187",
    frames: [HALF, DONE],
  },
  {
    name: "the second of two calls is cut",
    frames: [
      call(opening(0, "a", "one", '{"a":1}')),
      call(opening(1, "b", "two", '{"b":')),
      CALLS,
      DONE,
    ],
    wholeCalls: [ONE],
  },
  {
    name: "arguments of two calls run together",
    frames: [call(opening(0, "a", "one", '{"a":1}{"a":2}')), CALLS, DONE],
  },
];

/** Turns on the OpenAI chat wire whose arguments are cut although there is a finish. */
export const OPENAI_CHAT_CUT_ARGUMENTS: readonly CutArgumentsSample[] = CUT.map((sample) => ({
  ...sample,
  frames: [START, ...sample.frames],
}));
