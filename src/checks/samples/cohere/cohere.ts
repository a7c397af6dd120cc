import { concatBytes, toBytes } from "../../../bytes.ts";
import { encodeSse } from "../../../sse/encode_sse.ts";
import { ZERO_USAGE } from "../../../turn/usage.ts";
import { cohereWire } from "../../../wire/cohere/cohere.ts";
import type {
  BodySample,
  CutArgumentsSample,
  EndingSample,
  ExpectedTurn,
  TurnSample,
  WireSamples,
} from "../samples.ts";
import {
  at,
  CALLS,
  closeCall,
  COMPLETE,
  content,
  DONE,
  end,
  event,
  HELLO,
  json,
  openCall,
  START,
  USAGE,
} from "./events.ts";

const HELLO_TURN: ExpectedTurn = { text: "Hello", toolCalls: [], reason: "stop" };
const ONE = { name: "one", arguments: { a: 1 } };
const TWO = { name: "two", arguments: { b: 2 } };
const CALL_ONE = [openCall(0, "a", "one"), json(0, '{"a"'), json(0, ":1}"), closeCall(0)];
const CALL_TWO = [openCall(1, "b", "two"), json(1, '{"b":2}'), closeCall(1)];
const READ = { input: 11, output: 7, cacheRead: 3, cacheWrite: 0 };

const SHAPES: readonly TurnSample[] = [
  {
    name: "two blocks of text",
    frames: [START, ...content(0, "Hel"), ...content(1, "lo"), ...COMPLETE],
    expected: HELLO_TURN,
  },
  {
    name: "a citation within the text",
    frames: [
      START,
      ...HELLO.slice(0, 2),
      at("citation-start", 0, { citations: { start: 0, end: 5, text: "Hello", sources: [] } }),
      at("citation-end", 0),
      ...HELLO.slice(2),
      ...COMPLETE,
    ],
    expected: HELLO_TURN,
  },
  {
    name: "an event of the future",
    frames: [START, event("mood-delta", { index: 0, delta: { mood: "x" } }), ...HELLO, ...COMPLETE],
    expected: HELLO_TURN,
  },
  {
    name: "no block at all",
    frames: [START, ...COMPLETE],
    expected: { ...HELLO_TURN, text: "" },
  },
  {
    name: "an empty delta",
    frames: [START, ...content(0, "Hel", "", "lo"), ...COMPLETE],
    expected: HELLO_TURN,
  },
  {
    name: "thinking before the text",
    frames: [
      START,
      at("content-start", 0, { content: { type: "thinking", thinking: "" } }),
      at("content-delta", 0, { content: { thinking: "Hm." } }),
      at("content-end", 0),
      ...content(1, "Hello"),
      ...COMPLETE,
    ],
    expected: { ...HELLO_TURN, reasoning: "Hm." },
  },
];

const TOOL_SHAPES: readonly TurnSample[] = [
  {
    name: "two calls",
    frames: [START, ...CALL_ONE, ...CALL_TWO, ...CALLS],
    expected: { toolCalls: [ONE, TWO], reason: "tool_use" },
  },
  {
    name: "a plan before the call",
    frames: [START, at("tool-plan-delta", 0, { tool_plan: "I will look." }), ...CALL_ONE, ...CALLS],
    expected: { toolCalls: [ONE], reason: "tool_use" },
  },
  {
    name: "arguments with the beginning of the call",
    frames: [START, openCall(0, "a", "one", '{"a"'), json(0, ":1}"), closeCall(0), ...CALLS],
    expected: { toolCalls: [ONE], reason: "tool_use" },
  },
  {
    name: "an empty piece of arguments",
    frames: [START, openCall(0, "a", "one"), json(0, ""), ...CALL_ONE.slice(1), ...CALLS],
    expected: { toolCalls: [ONE], reason: "tool_use" },
  },
  {
    name: "a call without arguments",
    frames: [START, openCall(0, "a", "now"), json(0, "{}"), closeCall(0), ...CALLS],
    expected: { toolCalls: [{ name: "now", arguments: {} }], reason: "tool_use" },
  },
];

const HALF = [START, openCall(0, "a", "one"), json(0, '{"ci')];

const CUT_ARGUMENTS: readonly CutArgumentsSample[] = [
  {
    name: 'finish_reason "TOOL_CALL" after half the arguments',
    frames: [...HALF, closeCall(0), ...CALLS],
  },
  {
    name: 'finish_reason "MAX_TOKENS" after half the arguments',
    frames: [...HALF, closeCall(0), end("MAX_TOKENS"), DONE],
  },
  { name: "half the arguments of a call that never ends", frames: [...HALF, ...CALLS] },
  {
    name: "the second of two calls is cut",
    frames: [START, ...CALL_ONE, openCall(1, "b", "two"), json(1, '{"b":'), closeCall(1), ...CALLS],
    wholeCalls: [ONE],
  },
];

function ending(reason: string, ...reasons: string[]): EndingSample {
  const name = `finish_reason "${reason}"`;
  return { name, frames: [START, ...HELLO, end(reason), DONE], reasons };
}

const COMPLETE_TEXT = `event: message-end\ndata: ${end("COMPLETE").data}`;

function marker(name: string, tail: string): BodySample {
  const frames = [START, ...HELLO].map((frame) => encodeSse(frame));
  return { name, body: concatBytes([...frames, toBytes(tail)]) };
}

/** What is particular to the Cohere wire. */
export const cohereSamples: WireSamples = {
  wire: cohereWire(),
  failures: [
    {
      name: 'finish_reason "ERROR" with its error',
      source: "tryAGI/Cohere#178",
      frames: [START, ...HELLO, end("ERROR", USAGE, { error: "internal server error" }), DONE],
    },
    {
      name: 'finish_reason "ERROR" with its error first',
      frames: [START, end("ERROR", USAGE, { error: "internal server error" }), DONE],
    },
    {
      name: "an event named error (gateways)",
      frames: [START, ...HELLO, event("error", { message: "internal server error" })],
    },
  ],
  failureBodies: [],
  jsonErrors: [{
    name: "a JSON error",
    body: toBytes('{"id":"turn-1","message":"internal server error"}'),
  }],
  shapes: SHAPES,
  toolShapes: TOOL_SHAPES,
  cutArguments: CUT_ARGUMENTS,
  endings: [
    ending("COMPLETE", "stop"),
    ending("STOP_SEQUENCE", "stop"),
    {
      name: 'finish_reason "TOOL_CALL"',
      frames: [START, ...CALL_ONE, ...CALLS],
      reasons: ["tool_use"],
    },
    ending("MAX_TOKENS", "length"),
    ending("ERROR", "ERROR"),
    ending("TIMEOUT", "TIMEOUT"),
    ending("NOVEL", "NOVEL"),
  ],
  finishes: [
    {
      name: "message-end twice",
      frames: [START, ...HELLO, end("COMPLETE"), end("COMPLETE"), DONE],
      expected: HELLO_TURN,
    },
    { name: "[DONE] twice", frames: [START, ...HELLO, ...COMPLETE, DONE], expected: HELLO_TURN },
  ],
  usages: [
    {
      name: "tokens, which differ from billed_units",
      frames: [START, ...HELLO, ...COMPLETE],
      usage: READ,
    },
    {
      name: "no cached_tokens",
      frames: [START, ...HELLO, end("COMPLETE", { tokens: USAGE.tokens }), DONE],
      usage: { ...READ, input: 14, cacheRead: 0 },
    },
    { name: "none", frames: [START, ...HELLO, end("COMPLETE", {}), DONE], usage: ZERO_USAGE },
  ],
  afterMarker: [...content(1, " and more").slice(0, 2)],
  markers: [
    marker("message-end, then [DONE]", `${COMPLETE_TEXT}\n\ndata: [DONE]\n\n`),
    marker("message-end and no [DONE]", `${COMPLETE_TEXT}\n\n`),
    marker(
      "message-end, then [DONE] without spaces after the colons",
      `${COMPLETE_TEXT.replaceAll(/^(\w+): /gm, "$1:")}\n\ndata:[DONE]\n\n`,
    ),
    marker("message-end, then [DONE] and no line end", `${COMPLETE_TEXT}\n\ndata: [DONE]`),
    marker("message-end and no line end", COMPLETE_TEXT),
  ],
};
