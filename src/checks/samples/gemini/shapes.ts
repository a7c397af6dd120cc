import { frameOf } from "../../../wire/frame.ts";
import type { ExpectedTurn, TurnSample } from "../samples.ts";
import { call, chunk, content, end, HELLO, parts, STOP, TAIL, text, USAGE } from "./chunks.ts";

const HELLO_TURN: ExpectedTurn = { text: "Hello", toolCalls: [], reason: "stop" };
const ONE = { name: "one", arguments: { a: 1 } };
const TWO = { name: "two", arguments: { b: 2 } };

/** Shapes of chunks of the Gemini wire. */
export const GEMINI_SHAPES: readonly TurnSample[] = [
  {
    name: "a finishReason without content",
    source: "agentjido/req_llm#638",
    frames: [HELLO, chunk({ finishReason: "STOP" })],
    expected: HELLO_TURN,
  },
  {
    name: "a finishReason beside content without parts",
    source: "agentjido/req_llm#638",
    frames: [HELLO, chunk({ content: { role: "model" }, finishReason: "STOP" })],
    expected: HELLO_TURN,
  },
  {
    name: "a finishReason beside the last text",
    frames: [text("Hel"), chunk({ ...content({ text: "lo" }), finishReason: "STOP" })],
    expected: HELLO_TURN,
  },
  {
    name: "a finishReason before the text, and again at the end",
    source: "Chevey339/kelivo#1003",
    frames: [chunk({ content: { parts: [], role: "model" }, finishReason: "STOP" }), HELLO, STOP],
    expected: HELLO_TURN,
  },
  {
    name: "the whole turn in one chunk",
    frames: [
      chunk({ ...content({ text: "Hello" }), finishReason: "STOP" }, { usageMetadata: USAGE }),
    ],
    expected: HELLO_TURN,
  },
  {
    name: "several parts in a chunk",
    frames: [parts({ text: "Hel" }, { text: "lo" }), STOP],
    expected: HELLO_TURN,
  },
  {
    name: "a chunk of usage alone",
    frames: [HELLO, frameOf({ usageMetadata: USAGE, ...TAIL }), STOP],
    expected: HELLO_TURN,
  },
  {
    name: "a chunk of usage alone at the end",
    frames: [HELLO, chunk({ finishReason: "STOP" }), frameOf({ usageMetadata: USAGE, ...TAIL })],
    expected: HELLO_TURN,
  },
  {
    name: "[DONE] at the end (gateways)",
    source: "liuw1535/antigravity2api#73",
    frames: [HELLO, STOP, frameOf("[DONE]")],
    expected: HELLO_TURN,
  },
  {
    name: "candidates: []",
    frames: [frameOf({ candidates: [], ...TAIL }), HELLO, STOP],
    expected: HELLO_TURN,
  },
  {
    name: "a candidate without an index",
    frames: [
      frameOf({ candidates: [content({ text: "Hello" })], ...TAIL }),
      frameOf({ candidates: [{ ...content({ text: "" }), finishReason: "STOP" }], ...TAIL }),
    ],
    expected: HELLO_TURN,
  },
  {
    name: "an empty text",
    frames: [text(""), HELLO, text(""), STOP],
    expected: HELLO_TURN,
  },
  {
    name: "no text at all",
    frames: [STOP],
    expected: { ...HELLO_TURN, text: "" },
  },
  {
    name: "thoughts",
    frames: [parts({ text: "Hm.", thought: true }), HELLO, STOP],
    expected: { ...HELLO_TURN, reasoning: "Hm." },
  },
  {
    name: "thoughts and text in one chunk",
    frames: [parts({ text: "Hm.", thought: true }, { text: "Hello" }), STOP],
    expected: { ...HELLO_TURN, reasoning: "Hm." },
  },
  {
    name: "a thoughtSignature on the last part",
    frames: [
      HELLO,
      chunk({ ...content({ text: "", thoughtSignature: "c2ln" }), finishReason: "STOP" }),
    ],
    expected: HELLO_TURN,
  },
  {
    name: "safetyRatings, groundingMetadata and members that no one knows",
    frames: [
      chunk({ ...content({ text: "Hello" }), safetyRatings: [], groundingMetadata: {}, x: 1 }),
      STOP,
    ],
    expected: HELLO_TURN,
  },
];

/** Ways to send tool calls on the Gemini wire. */
export const GEMINI_TOOL_SHAPES: readonly TurnSample[] = [
  {
    name: "a call without an id",
    frames: [parts(call("one", { a: 1 })), STOP],
    expected: { toolCalls: [ONE] },
  },
  {
    name: "a call with an id",
    frames: [parts(call("one", { a: 1 }, { id: "a" })), STOP],
    expected: { toolCalls: [ONE] },
  },
  {
    name: "a call with its finishReason",
    frames: [chunk({ ...content(call("one", { a: 1 })), finishReason: "STOP" })],
    expected: { toolCalls: [ONE] },
  },
  {
    name: "a call without args",
    frames: [parts(call("now", undefined)), STOP],
    expected: { toolCalls: [{ name: "now", arguments: {} }] },
  },
  {
    name: "a call with empty args",
    frames: [parts(call("now", {})), STOP],
    expected: { toolCalls: [{ name: "now", arguments: {} }] },
  },
  {
    name: "two calls in one chunk",
    frames: [parts(call("one", { a: 1 }), call("two", { b: 2 })), STOP],
    expected: { toolCalls: [ONE, TWO] },
  },
  {
    name: "two calls in two chunks",
    frames: [parts(call("one", { a: 1 })), parts(call("two", { b: 2 })), STOP],
    expected: { toolCalls: [ONE, TWO] },
  },
  {
    name: "two equal calls",
    frames: [parts(call("one", { a: 1 }), call("one", { a: 1 })), end("STOP")],
    expected: { toolCalls: [ONE, ONE] },
  },
  {
    name: "text and a call in one chunk",
    frames: [parts({ text: "Wait." }, call("one", { a: 1 })), STOP],
    expected: { text: "Wait.", toolCalls: [ONE] },
  },
  {
    name: "a call with a thoughtSignature",
    frames: [parts({ ...call("one", { a: 1 }), thoughtSignature: "c2ln" }), STOP],
    expected: { toolCalls: [ONE] },
  },
];
