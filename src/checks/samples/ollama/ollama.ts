import { toBytes } from "../../../bytes.ts";
import type { SseEvent } from "../../../sse/sse_event.ts";
import { ZERO_USAGE } from "../../../turn/usage.ts";
import { frameOf } from "../../../wire/frame.ts";
import { ollamaWire } from "../../../wire/ollama/ollama.ts";
import type {
  BodySample,
  EndingSample,
  ExpectedTurn,
  TurnSample,
  WireSamples,
} from "../samples.ts";

const HEAD = { model: "model", created_at: "1970-01-01T00:00:00Z" };
const COUNTS = { prompt_eval_count: 11, eval_count: 7, total_duration: 0, eval_duration: 0 };
const HELLO_TURN: ExpectedTurn = { text: "Hello", toolCalls: [], reason: "stop" };
const ONE = { name: "one", arguments: { a: 1 } };
const TWO = { name: "two", arguments: { b: 2 } };
const ERROR = { error: "an error was encountered while running the model" };

function line(message: object | null | undefined, more: object = {}): SseEvent {
  return frameOf({ ...HEAD, message, done: false, ...more });
}

function text(content: string): SseEvent {
  return line({ role: "assistant", content });
}

function calls(...tools: readonly object[]): SseEvent {
  return line({ role: "assistant", content: "", tool_calls: tools });
}

function call(name: string, args: object, more: object = {}): object {
  return { ...more, function: { name, arguments: args } };
}

function end(reason: string | undefined, more: object = COUNTS): SseEvent {
  return line({ role: "assistant", content: "" }, { done: true, done_reason: reason, ...more });
}

const HELLO = text("Hello");
const STOP = end("stop");

const SHAPES: readonly TurnSample[] = [
  {
    name: "no message on the last line",
    frames: [HELLO, frameOf({ ...HEAD, done: true, done_reason: "stop", ...COUNTS })],
    expected: HELLO_TURN,
  },
  {
    name: "text on the last line",
    frames: [text("Hel"), line({ content: "lo" }, { done: true, done_reason: "stop" })],
    expected: HELLO_TURN,
  },
  { name: "no done_reason (early servers)", frames: [HELLO, end(undefined)], expected: HELLO_TURN },
  {
    name: "a message without content",
    frames: [line({ role: "assistant" }), HELLO, STOP],
    expected: HELLO_TURN,
  },
  {
    name: "empty content",
    frames: [text(""), HELLO, text(""), STOP],
    expected: HELLO_TURN,
  },
  { name: "no text at all", frames: [STOP], expected: { ...HELLO_TURN, text: "" } },
  {
    name: "thinking",
    frames: [line({ role: "assistant", content: "", thinking: "Hm." }), HELLO, STOP],
    expected: { ...HELLO_TURN, reasoning: "Hm." },
  },
  {
    name: "members that no one knows",
    frames: [line({ role: "assistant", content: "Hello", images: null }, { x: 1 }), STOP],
    expected: HELLO_TURN,
  },
];

const TOOL_SHAPES: readonly TurnSample[] = [
  {
    name: "a call without an id",
    frames: [calls(call("one", { a: 1 })), STOP],
    expected: { toolCalls: [ONE] },
  },
  {
    name: "a call with an id and an index",
    frames: [calls({ id: "a", function: { index: 0, ...ONE } }), STOP],
    expected: { toolCalls: [ONE] },
  },
  {
    name: "a call without arguments",
    frames: [calls(call("now", {})), STOP],
    expected: { toolCalls: [{ name: "now", arguments: {} }] },
  },
  {
    name: "two calls in one line",
    frames: [calls(call("one", { a: 1 }), call("two", { b: 2 })), STOP],
    expected: { toolCalls: [ONE, TWO] },
  },
  {
    name: "two calls in two lines",
    frames: [calls(call("one", { a: 1 })), calls(call("two", { b: 2 })), STOP],
    expected: { toolCalls: [ONE, TWO] },
  },
  {
    name: "two calls with one index",
    frames: [
      calls({ id: "a", function: { index: 0, ...ONE } }),
      calls({ id: "b", function: { index: 0, ...TWO } }),
      STOP,
    ],
    expected: { toolCalls: [ONE, TWO] },
  },
  {
    name: "two equal calls",
    frames: [calls(call("one", { a: 1 })), calls(call("one", { a: 1 })), STOP],
    expected: { toolCalls: [ONE, ONE] },
  },
  {
    name: "text and a call in one line",
    frames: [
      line({ role: "assistant", content: "Wait.", tool_calls: [call("one", { a: 1 })] }),
      STOP,
    ],
    expected: { text: "Wait.", toolCalls: [ONE] },
  },
  {
    name: "tool_calls: null beside the text",
    frames: [line({ role: "assistant", content: "Hello", tool_calls: null }), STOP],
    expected: HELLO_TURN,
  },
];

function ending(reason: string, ...reasons: string[]): EndingSample {
  return { name: `done_reason "${reason}"`, frames: [HELLO, end(reason)], reasons };
}

function marker(name: string, last: string): BodySample {
  return { name, body: toBytes(`${HELLO.data}\n${last}`) };
}

/** What is particular to the Ollama wire: its calls come whole. */
export const ollamaSamples: WireSamples = {
  wire: ollamaWire(),
  failures: [
    { name: "an error first", frames: [frameOf(ERROR)] },
    { name: "an error after content", frames: [HELLO, frameOf(ERROR)] },
    { name: "an error, then a whole end", frames: [HELLO, frameOf(ERROR), STOP] },
    { name: "an error beside done: true", frames: [HELLO, frameOf({ ...ERROR, done: true })] },
  ],
  failureBodies: [{
    name: "an error without a line end",
    body: toBytes(`${HELLO.data}\n${JSON.stringify(ERROR)}`),
  }],
  jsonErrors: [{ name: "a JSON error", body: toBytes(JSON.stringify(ERROR)) }],
  shapes: SHAPES,
  toolShapes: TOOL_SHAPES,
  cutArguments: [],
  endings: [
    ending("stop", "stop"),
    {
      name: 'done_reason "stop" after a call',
      frames: [calls(call("one", {})), STOP],
      // The wire has no word for it.
      reasons: ["stop", "tool_use"],
    },
    ending("length", "length"),
    ending("load", "load"),
    ending("unload", "unload"),
    ending("novel", "novel"),
  ],
  finishes: [{ name: "done: true twice", frames: [HELLO, STOP, STOP], expected: HELLO_TURN }],
  usages: [
    {
      name: "on the last line",
      frames: [HELLO, STOP],
      usage: { ...ZERO_USAGE, input: 11, output: 7 },
    },
    {
      name: "no prompt_eval_count, as the prompt was cached",
      frames: [HELLO, end("stop", { eval_count: 7 })],
      usage: { ...ZERO_USAGE, output: 7 },
    },
    { name: "none", frames: [HELLO, end("stop", {})], usage: ZERO_USAGE },
  ],
  afterMarker: [text(" and more")],
  markers: [
    marker("done: true", `${STOP.data}\n`),
    marker("done: true before CRLF", `${STOP.data}\r\n`),
    marker("done: true and no line end", STOP.data),
    marker("done: true with blanks", `${STOP.data.replace('"done":true', '"done": true')} \n`),
  ],
};
