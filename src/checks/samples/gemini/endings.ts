import { toBytes } from "../../../bytes.ts";
import { ZERO_USAGE } from "../../../turn/usage.ts";
import { frameOf } from "../../../wire/frame.ts";
import type {
  BodySample,
  EndingSample,
  FinishSample,
  FramesSample,
  UsageSample,
} from "../samples.ts";
import { call, chunk, content, end, HELLO, parts, STOP, TAIL, text, USAGE } from "./chunks.ts";

const ERROR = { code: 503, message: "The model is overloaded.", status: "UNAVAILABLE" };
const FAILED = frameOf({ error: ERROR });
const READ = { input: 11, output: 7, cacheRead: 3, cacheWrite: 0 };
const HELLO_TURN = { text: "Hello", reason: "stop" };

function ending(word: string, ...reasons: string[]): EndingSample {
  return { name: `finishReason "${word}"`, frames: [HELLO, end(word)], reasons };
}

function withheld(word: string): EndingSample {
  return ending(word, "filtered");
}

function blocked(word: string): EndingSample {
  const promptFeedback = { blockReason: word };
  return {
    name: `blockReason "${word}" and no candidate`,
    frames: [frameOf({ promptFeedback, usageMetadata: USAGE, ...TAIL })],
    reasons: ["filtered"],
  };
}

/** The ways a turn ends on the Gemini wire. */
export const GEMINI_ENDINGS: readonly EndingSample[] = [
  ending("STOP", "stop"),
  {
    name: 'finishReason "STOP" after a call',
    frames: [parts(call("one", {})), STOP],
    // The wire has no word for it.
    reasons: ["stop", "tool_use"],
  },
  ending("MAX_TOKENS", "length"),
  withheld("SAFETY"),
  withheld("RECITATION"),
  withheld("BLOCKLIST"),
  withheld("PROHIBITED_CONTENT"),
  withheld("SPII"),
  withheld("LANGUAGE"),
  {
    name: 'finishReason "SAFETY" without content',
    frames: [chunk({ finishReason: "SAFETY", safetyRatings: [] }, { usageMetadata: USAGE })],
    reasons: ["filtered"],
  },
  blocked("SAFETY"),
  blocked("PROHIBITED_CONTENT"),
  blocked("OTHER"),
  ending("MALFORMED_FUNCTION_CALL", "MALFORMED_FUNCTION_CALL"),
  ending("UNEXPECTED_TOOL_CALL", "UNEXPECTED_TOOL_CALL"),
  ending("OTHER", "OTHER"),
  ending("NOVEL", "NOVEL"),
];

/** Failures within a 200 on the Gemini wire. */
export const GEMINI_FAILURES: readonly FramesSample[] = [
  { name: "an error object first", frames: [FAILED] },
  { name: "an error object after content", frames: [HELLO, FAILED] },
  { name: "an error object after a finishReason", frames: [HELLO, STOP, FAILED] },
  { name: "an error object, then a whole end", frames: [HELLO, FAILED, STOP] },
];

const BARE = JSON.stringify({ error: ERROR }, null, 2);

/** Failures that stand in the body of a Gemini stream, but in no event. */
export const GEMINI_FAILURE_BODIES: readonly BodySample[] = [
  {
    name: "an error as bare JSON after content",
    source: "vercel/ai#5217",
    body: toBytes(`data: ${HELLO.data}\n\n${BARE}\n`),
  },
  {
    name: "an error as bare JSON after a finishReason",
    body: toBytes(`data: ${HELLO.data}\n\ndata: ${STOP.data}\n\n${BARE}\n`),
  },
];

/** Failures as plain JSON. */
export const GEMINI_JSON_ERRORS: readonly BodySample[] = [
  { name: "a JSON error", body: toBytes(BARE) },
  { name: "a JSON error in a list", body: toBytes(`[${BARE}\n]\n`) },
];

/** Ends told more than once on the Gemini wire. */
export const GEMINI_FINISHES: readonly FinishSample[] = [
  {
    name: "a finishReason on every chunk",
    source: "songquanpeng/one-api#1477",
    frames: [
      chunk({ ...content({ text: "Hel" }), finishReason: "STOP" }),
      chunk({ ...content({ text: "lo" }), finishReason: "STOP" }, { usageMetadata: USAGE }),
    ],
    expected: HELLO_TURN,
  },
  {
    name: "the same finishReason twice",
    frames: [HELLO, chunk({ finishReason: "STOP" }), STOP],
    expected: HELLO_TURN,
  },
  {
    name: "two different finish reasons",
    frames: [HELLO, end("STOP"), end("MAX_TOKENS")],
    expected: {},
    mayFail: true,
  },
];

function counted(usageMetadata: object): Parameters<typeof chunk> {
  return [{ ...content({ text: "" }), finishReason: "STOP" }, { usageMetadata }];
}

/** The ways to report tokens on the Gemini wire. */
export const GEMINI_USAGES: readonly UsageSample[] = [
  { name: "on the last chunk", frames: [HELLO, STOP], usage: READ },
  {
    name: "on every chunk, each time in all",
    frames: [
      chunk(content({ text: "Hel" }), { usageMetadata: { ...USAGE, candidatesTokenCount: 2 } }),
      chunk(content({ text: "lo" }), { usageMetadata: { ...USAGE, candidatesTokenCount: 5 } }),
      STOP,
    ],
    usage: READ,
  },
  {
    name: "thoughts beside the candidates",
    frames: [
      HELLO,
      chunk(...counted({ ...USAGE, candidatesTokenCount: 5, thoughtsTokenCount: 2 })),
    ],
    usage: READ,
  },
  {
    name: "no cache",
    frames: [HELLO, chunk(...counted({ promptTokenCount: 14, candidatesTokenCount: 7 }))],
    usage: { ...READ, input: 14, cacheRead: 0 },
  },
  {
    name: "a chunk without usage at the end",
    frames: [
      chunk(content({ text: "Hello" }), { usageMetadata: USAGE }),
      chunk({ finishReason: "STOP" }),
    ],
    usage: READ,
  },
  { name: "none", frames: [text("Hello"), chunk({ finishReason: "STOP" })], usage: ZERO_USAGE },
];
