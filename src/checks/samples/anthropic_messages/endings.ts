import type { SseEvent } from "../../../sse/sse_event.ts";
import { frameOf } from "../../../wire/frame.ts";
import type { EndingSample, FinishSample, FramesSample, UsageSample } from "../samples.ts";
import {
  CALLS,
  END,
  event,
  HELLO,
  json,
  ONE,
  openCall,
  openText,
  reason,
  start,
  STOP,
  text,
} from "./events.ts";

const ERROR = { type: "overloaded_error", message: "Overloaded" };
const FAILED = event("error", { error: ERROR });
const HELLO_TURN = { text: "Hello", reason: "stop" };

function ending(word: string, ...reasons: string[]): EndingSample {
  const name = `stop_reason "${word}"`;
  return { name, frames: [start(), ...HELLO, reason(word), STOP], reasons };
}

/** The ways a turn ends on the Anthropic wire. */
export const ANTHROPIC_ENDINGS: readonly EndingSample[] = [
  ending("end_turn", "stop"),
  {
    name: 'stop_reason "stop_sequence"',
    frames: [
      start(),
      ...HELLO,
      event("message_delta", {
        delta: { stop_reason: "stop_sequence", stop_sequence: "END" },
        usage: { output_tokens: 7 },
      }),
      STOP,
    ],
    reasons: ["stop"],
  },
  {
    name: 'stop_reason "tool_use"',
    frames: [start(), ...ONE, ...CALLS],
    reasons: ["tool_use"],
  },
  ending("max_tokens", "length"),
  ending("model_context_window_exceeded", "length"),
  ending("refusal", "filtered"),
  {
    name: 'stop_reason "refusal" and no text',
    source: "lobehub/lobehub#17700",
    frames: [start(), reason("refusal"), STOP],
    reasons: ["filtered"],
  },
  ending("pause_turn", "pause_turn"),
  ending("novel", "novel"),
];

const HALF_HELLO: readonly SseEvent[] = [start(), openText(0), text(0, "Hello")];

/** Failures within a 200 on the Anthropic wire. */
export const ANTHROPIC_FAILURES: readonly FramesSample[] = [
  { name: "an event named error first", frames: [FAILED] },
  { name: "an event named error after message_start", frames: [start(), FAILED] },
  {
    name: "an event named error within the text",
    source: "jeremychone/rust-genai#245",
    frames: [...HALF_HELLO, FAILED],
  },
  {
    name: "an event named error within the arguments of a call",
    frames: [start(), openCall(0, "a", "one"), json(0, '{"ci'), FAILED],
  },
  {
    name: "an event named error between stop_reason and message_stop",
    frames: [start(), ...HELLO, reason("end_turn"), FAILED],
  },
  {
    name: "an event named error, then the end of a whole turn",
    frames: [...HALF_HELLO, FAILED, HELLO[2]!, ...END],
  },
  {
    name: "an event named error whose data is no JSON",
    frames: [...HALF_HELLO, frameOf("upstream timed out", "error")],
  },
];

/** Ends told more than once on the Anthropic wire. */
export const ANTHROPIC_FINISHES: readonly FinishSample[] = [
  {
    name: "the same stop_reason twice",
    frames: [start(), ...HELLO, reason("end_turn", { output_tokens: 3 }), ...END],
    expected: HELLO_TURN,
  },
  {
    name: "message_stop twice",
    frames: [start(), ...HELLO, ...END, STOP],
    expected: HELLO_TURN,
  },
  {
    name: "two different stop reasons",
    frames: [start(), ...HELLO, reason("end_turn"), reason("max_tokens"), STOP],
    expected: {},
    mayFail: true,
  },
];

const CACHED = {
  input_tokens: 11,
  cache_read_input_tokens: 3,
  cache_creation_input_tokens: 5,
  output_tokens: 1,
};

/** The ways to report tokens on the Anthropic wire. */
export const ANTHROPIC_USAGES: readonly UsageSample[] = [
  {
    name: "the input first, the output last",
    frames: [start(CACHED), ...HELLO, ...END],
    usage: { input: 11, output: 7, cacheRead: 3, cacheWrite: 5 },
  },
  {
    name: "everything again last",
    frames: [
      start(CACHED),
      ...HELLO,
      reason("end_turn", { ...CACHED, input_tokens: 12, output_tokens: 7 }),
      STOP,
    ],
    usage: { input: 12, output: 7, cacheRead: 3, cacheWrite: 5 },
  },
  {
    name: "null where nothing is told",
    frames: [
      start({ ...CACHED, cache_creation_input_tokens: null }),
      ...HELLO,
      reason("end_turn", { input_tokens: null, cache_read_input_tokens: null, output_tokens: 7 }),
      STOP,
    ],
    usage: { input: 11, output: 7, cacheRead: 3, cacheWrite: 0 },
  },
  {
    name: "the output several times, each time in all",
    frames: [
      start(CACHED),
      ...HELLO,
      reason("end_turn", { output_tokens: 3 }),
      reason("end_turn", { output_tokens: 7 }),
      STOP,
    ],
    usage: { input: 11, output: 7, cacheRead: 3, cacheWrite: 5 },
  },
];

/** A failure as plain JSON. */
export const ANTHROPIC_ERROR_JSON: string = JSON.stringify({
  type: "error",
  error: ERROR,
  request_id: "req_1",
});
