import type { SseEvent } from "../../../sse/sse_event.ts";
import type { CutArgumentsSample, ExpectedTurn, TurnSample } from "../samples.ts";
import {
  CALLS,
  close,
  delta,
  END,
  event,
  HELLO,
  json,
  ONE,
  open,
  openCall,
  openText,
  PING,
  reason,
  start,
  STOP,
  text,
} from "./events.ts";

const HELLO_TURN: ExpectedTurn = { text: "Hello", toolCalls: [], reason: "stop" };
const ONE_TURN: ExpectedTurn = {
  toolCalls: [{ name: "one", arguments: { a: 1 } }],
  reason: "tool_use",
};
const TWO_TURN: ExpectedTurn = {
  toolCalls: [{ name: "one", arguments: { a: 1 } }, { name: "two", arguments: { b: 2 } }],
  reason: "tool_use",
};

/** Real payloads are padded with blanks before their last brace. */
function padded(frame: SseEvent): SseEvent {
  return { ...frame, data: `${frame.data.slice(0, -1)}      }` };
}

/** Shapes of events of the Anthropic wire. */
export const ANTHROPIC_SHAPES: readonly TurnSample[] = [
  {
    name: "pings everywhere",
    frames: [start(), openText(0), PING, text(0, "Hel"), PING, text(0, "lo"), PING, close(0), PING]
      .concat(PING, END[0]!, PING, STOP),
    expected: HELLO_TURN,
  },
  {
    name: "an event of the future",
    frames: [start(), event("message_note", { note: "x" }), ...HELLO, ...END],
    expected: HELLO_TURN,
  },
  {
    name: "a delta of the future",
    frames: [start(), openText(0), delta(0, { type: "mood_delta", mood: "x" }), text(0, "Hello")]
      .concat(close(0), ...END),
    expected: HELLO_TURN,
  },
  {
    name: "citations within the text",
    frames: [
      start(),
      openText(0),
      text(0, "Hello"),
      delta(0, { type: "citations_delta", citation: { type: "char_location", cited_text: "x" } }),
      close(0),
      ...END,
    ],
    expected: HELLO_TURN,
  },
  {
    name: "the result of a server's tool between two blocks of text",
    frames: [
      start(),
      openText(0),
      text(0, "Hel"),
      close(0),
      open(1, { type: "web_search_tool_result", tool_use_id: "s", content: [] }),
      close(1),
      openText(2),
      text(2, "lo"),
      close(2),
      ...END,
    ],
    expected: HELLO_TURN,
  },
  {
    name: "blanks within the payloads",
    frames: [start(), ...HELLO, ...END].map(padded),
    expected: HELLO_TURN,
  },
  {
    name: "an empty block of text",
    frames: [start(), openText(0), text(0, ""), close(0), ...END],
    expected: { ...HELLO_TURN, text: "" },
  },
  {
    name: "no block at all",
    frames: [start(), ...END],
    expected: { ...HELLO_TURN, text: "" },
  },
  {
    name: "stop_reason: null in a message_delta before the last",
    frames: [
      start(),
      ...HELLO,
      event("message_delta", { delta: { stop_reason: null }, usage: { output_tokens: 3 } }),
      ...END,
    ],
    expected: HELLO_TURN,
  },
  {
    name: "thinking with its signature",
    frames: [
      start(),
      open(0, { type: "thinking", thinking: "", signature: "" }),
      delta(0, { type: "thinking_delta", thinking: "Hm." }),
      delta(0, { type: "signature_delta", signature: "c2ln" }),
      close(0),
      openText(1),
      text(1, "Hello"),
      close(1),
      ...END,
    ],
    expected: { ...HELLO_TURN, reasoning: "Hm." },
  },
  {
    name: "redacted thinking",
    frames: [
      start(),
      open(0, { type: "redacted_thinking", data: "c2VjcmV0" }),
      close(0),
      openText(1),
      text(1, "Hello"),
      close(1),
      ...END,
    ],
    expected: { ...HELLO_TURN, reasoning: "" },
  },
];

/** Ways to send tool calls on the Anthropic wire. */
export const ANTHROPIC_TOOL_SHAPES: readonly TurnSample[] = [
  { name: "an empty first fragment", frames: [start(), ...ONE, ...CALLS], expected: ONE_TURN },
  {
    name: "only an empty fragment",
    frames: [start(), openCall(0, "a", "now"), json(0, ""), close(0), ...CALLS],
    expected: { toolCalls: [{ name: "now", arguments: {} }], reason: "tool_use" },
  },
  {
    name: "no fragment",
    frames: [start(), openCall(0, "a", "now"), close(0), ...CALLS],
    expected: { toolCalls: [{ name: "now", arguments: {} }], reason: "tool_use" },
  },
  {
    name: "a ping within the arguments",
    frames: [start(), ...ONE.slice(0, 3), PING, ...ONE.slice(3), ...CALLS],
    expected: ONE_TURN,
  },
  {
    name: "two calls",
    frames: [start(), ...ONE, openCall(1, "b", "two"), json(1, '{"b":2}'), close(1), ...CALLS],
    expected: TWO_TURN,
  },
  {
    name: "text between two calls",
    frames: [
      start(),
      ...ONE,
      openText(1),
      text(1, "And"),
      close(1),
      openCall(2, "b", "two"),
      json(2, '{"b":2}'),
      close(2),
      ...CALLS,
    ],
    expected: { ...TWO_TURN, text: "And" },
  },
  {
    name: "a call that the server answers itself beside one of ours",
    frames: [
      start(),
      open(0, { type: "server_tool_use", id: "s", name: "web_search", input: {} }),
      json(0, '{"query":"x"}'),
      close(0),
      openCall(1, "a", "one"),
      json(1, '{"a":1}'),
      close(1),
      ...CALLS,
    ],
    expected: ONE_TURN,
  },
  {
    name: "two calls of one tool with the same arguments",
    frames: [start(), ...ONE, openCall(1, "b", "one"), json(1, '{"a":1}'), close(1), ...CALLS],
    expected: {
      toolCalls: [{ name: "one", arguments: { a: 1 } }, { name: "one", arguments: { a: 1 } }],
      reason: "tool_use",
    },
  },
];

const HALF: readonly SseEvent[] = [start(), openCall(0, "a", "one"), json(0, ""), json(0, '{"ci')];

/** Turns on the Anthropic wire whose arguments are cut although there is a finish. */
export const ANTHROPIC_CUT_ARGUMENTS: readonly CutArgumentsSample[] = [
  {
    name: 'stop_reason "tool_use" after half the arguments',
    frames: [...HALF, close(0), ...CALLS],
  },
  {
    name: 'stop_reason "max_tokens" after half the arguments',
    frames: [...HALF, close(0), reason("max_tokens"), STOP],
  },
  {
    name: "a block with half the arguments that is never closed",
    source: "anthropics/anthropic-sdk-typescript#842",
    frames: [...HALF, ...CALLS],
  },
  {
    name: "the second of two calls is cut",
    frames: [start(), ...ONE, openCall(1, "b", "two"), json(1, '{"b":'), close(1), ...CALLS],
    wholeCalls: [{ name: "one", arguments: { a: 1 } }],
  },
];
