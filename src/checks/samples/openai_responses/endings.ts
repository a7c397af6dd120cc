import { frameOf } from "../../../wire/frame.ts";
import type { EndingSample, FinishSample, FramesSample, UsageSample } from "../samples.ts";
import {
  added,
  call,
  callEvents,
  completed,
  CREATED,
  done,
  END,
  event,
  HELLO,
  incomplete,
  json,
  message,
  response,
  USAGE,
} from "./events.ts";

const ERROR = { type: "server_error", code: "server_error", message: "Overloaded", param: null };
const NESTED = event("error", { error: ERROR });
const FLAT = event("error", { code: "server_error", message: "Overloaded", param: null });
const FAILED = event("response.failed", {
  response: response("failed", { error: { code: "server_error", message: "Overloaded" } }),
});
const READ = { input: 11, output: 7, cacheRead: 3, cacheWrite: 0 };
const HELLO_TURN = { text: "Hello", reason: "stop" };

function cutShort(reason: string, ...reasons: string[]): EndingSample {
  const name = `response.incomplete "${reason}"`;
  return { name, frames: [CREATED, ...HELLO, incomplete(reason, [message("Hello")])], reasons };
}

/** The ways a turn ends on the Responses wire. */
export const RESPONSES_ENDINGS: readonly EndingSample[] = [
  { name: "response.completed", frames: [CREATED, ...HELLO, END], reasons: ["stop"] },
  {
    name: "response.completed after a call",
    frames: [
      CREATED,
      ...callEvents(0, "a", "one", ["{}"]),
      completed([call(0, "a", "one", "{}")]),
    ],
    // The wire has no word for it.
    reasons: ["tool_use", "stop"],
  },
  cutShort("max_output_tokens", "length"),
  cutShort("content_filter", "filtered"),
  cutShort("novel", "novel", "incomplete"),
  {
    name: "a refusal, response.completed",
    frames: refusal("No."),
    reasons: ["filtered"],
  },
];

function refusal(text: string) {
  const place = { item_id: "msg_0", output_index: 0, content_index: 0 };
  const part = { type: "refusal", refusal: text };
  const item = { ...message(""), content: [part] };
  return [
    CREATED,
    added(0, { ...message("", "in_progress"), content: [] }),
    event("response.content_part.added", { ...place, part: { type: "refusal", refusal: "" } }),
    event("response.refusal.delta", { ...place, delta: text }),
    event("response.refusal.done", { ...place, refusal: text }),
    event("response.content_part.done", { ...place, part }),
    done(0, item),
    completed([item]),
  ];
}

/** Failures within a 200 on the Responses wire. */
export const RESPONSES_FAILURES: readonly FramesSample[] = [
  { name: "an event error first", frames: [NESTED] },
  { name: "an event error with its members at the top", frames: [CREATED, FLAT] },
  {
    name: "an event error after content, then response.failed",
    source: "vercel/ai#6534",
    frames: [CREATED, ...HELLO.slice(0, 3), NESTED, FAILED],
  },
  { name: "an event error after content, and no more", frames: [CREATED, ...HELLO, NESTED] },
  {
    name: "response.failed after content",
    source: "vercel/ai#6534",
    frames: [CREATED, ...HELLO.slice(0, 3), FAILED],
  },
  {
    name: "response.failed within the arguments of a call",
    frames: [
      CREATED,
      added(0, call(0, "a", "one", "", "in_progress")),
      json(0, '{"ci'),
      FAILED,
    ],
  },
  {
    name: "an error object without a name (gateways)",
    frames: [CREATED, ...HELLO.slice(0, 3), frameOf({ error: ERROR })],
  },
];

/** Ends told more than once on the Responses wire. */
export const RESPONSES_FINISHES: readonly FinishSample[] = [
  {
    name: "response.completed twice",
    frames: [CREATED, ...HELLO, END, END],
    expected: HELLO_TURN,
  },
  {
    name: "response.completed, then [DONE] (gateways)",
    frames: [CREATED, ...HELLO, END, frameOf("[DONE]")],
    expected: HELLO_TURN,
  },
];

/** The ways to report tokens on the Responses wire. */
export const RESPONSES_USAGES: readonly UsageSample[] = [
  { name: "with the response", frames: [CREATED, ...HELLO, END], usage: READ },
  {
    name: "no details",
    frames: [
      CREATED,
      ...HELLO,
      completed([message("Hello")], { input_tokens: 14, output_tokens: 7, total_tokens: 21 }),
    ],
    usage: { ...READ, input: 14, cacheRead: 0 },
  },
  {
    name: "tokens of reasoning, which are part of the output",
    frames: [
      CREATED,
      ...HELLO,
      completed([message("Hello")], { ...USAGE, output_tokens_details: { reasoning_tokens: 5 } }),
    ],
    usage: READ,
  },
];

/** A failure as plain JSON. */
export const RESPONSES_ERROR_JSON: string = JSON.stringify({ error: ERROR });
