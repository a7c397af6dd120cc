import type { CutArgumentsSample, ExpectedTurn, TurnSample } from "../samples.ts";
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
  jsonDone,
  message,
  messageEvents,
  response,
  summary,
  summaryEvents,
  text,
} from "./events.ts";

const HELLO_TURN: ExpectedTurn = { text: "Hello", toolCalls: [], reason: "stop" };
const ONE = { name: "one", arguments: { a: 1 } };
const TWO = { name: "two", arguments: { b: 2 } };
const CALL_ONE = call(0, "a", "one", '{"a":1}');
const CALL_TWO = call(1, "b", "two", '{"b":2}');

/** Shapes of events of the Responses wire. */
export const RESPONSES_SHAPES: readonly TurnSample[] = [
  {
    name: "response.queued and response.in_progress",
    frames: [
      CREATED,
      event("response.queued", { response: response("queued") }),
      event("response.in_progress", { response: response("in_progress") }),
      ...HELLO,
      END,
    ],
    expected: HELLO_TURN,
  },
  {
    name: "an event of the future",
    frames: [CREATED, event("response.mood.delta", { delta: "x" }), ...HELLO, END],
    expected: HELLO_TURN,
  },
  {
    name: "a sign of life",
    frames: [CREATED, event("keepalive", { sequence_number: 1 }), ...HELLO, END],
    expected: HELLO_TURN,
  },
  {
    name: "an annotation within the text",
    frames: [
      CREATED,
      ...HELLO.slice(0, 3),
      event("response.output_text.annotation.added", {
        item_id: "msg_0",
        output_index: 0,
        content_index: 0,
        annotation_index: 0,
        annotation: { type: "url_citation", url: "https://example.com", title: "x" },
      }),
      ...HELLO.slice(3),
      END,
    ],
    expected: HELLO_TURN,
  },
  {
    name: "the item of a server's tool before the text",
    frames: [
      CREATED,
      added(0, { id: "ws_0", type: "web_search_call", status: "in_progress" }),
      event("response.web_search_call.completed", { item_id: "ws_0", output_index: 0 }),
      done(0, { id: "ws_0", type: "web_search_call", status: "completed" }),
      ...messageEvents(["Hello"], 1),
      completed([
        { id: "ws_0", type: "web_search_call", status: "completed" },
        message("Hello", "completed", 1),
      ]),
    ],
    expected: HELLO_TURN,
  },
  {
    name: "two messages",
    frames: [
      CREATED,
      ...messageEvents(["Hel"], 0),
      ...messageEvents(["lo"], 1),
      completed([message("Hel"), message("lo", "completed", 1)]),
    ],
    expected: HELLO_TURN,
  },
  {
    name: "a summary of the reasoning",
    frames: [
      CREATED,
      ...summaryEvents("Hm."),
      ...messageEvents(["Hello"], 1),
      completed([summary("Hm."), message("Hello", "completed", 1)]),
    ],
    expected: { ...HELLO_TURN, reasoning: "Hm." },
  },
  {
    name: "no output",
    frames: [CREATED, completed([])],
    expected: { ...HELLO_TURN, text: "" },
  },
  {
    name: "an empty delta",
    frames: [CREATED, ...HELLO.slice(0, 2), text(""), ...HELLO.slice(2), END],
    expected: HELLO_TURN,
  },
];

/** Ways to send tool calls on the Responses wire. */
export const RESPONSES_TOOL_SHAPES: readonly TurnSample[] = [
  {
    name: "two calls, one after the other",
    frames: [
      CREATED,
      ...callEvents(0, "a", "one", ['{"a"', ":1}"]),
      ...callEvents(1, "b", "two", ['{"b":2}']),
      completed([CALL_ONE, CALL_TWO]),
    ],
    expected: { toolCalls: [ONE, TWO] },
  },
  {
    name: "two calls, their pieces mixed",
    frames: [
      CREATED,
      added(0, call(0, "a", "one", "", "in_progress")),
      added(1, call(1, "b", "two", "", "in_progress")),
      json(0, '{"a"'),
      json(1, '{"b"'),
      json(1, ":2}"),
      json(0, ":1}"),
      jsonDone(0, '{"a":1}'),
      jsonDone(1, '{"b":2}'),
      done(0, CALL_ONE),
      done(1, CALL_TWO),
      completed([CALL_ONE, CALL_TWO]),
    ],
    expected: { toolCalls: [ONE, TWO] },
  },
  {
    name: "text before a call",
    frames: [
      CREATED,
      ...messageEvents(["Wait."], 0),
      ...callEvents(1, "b", "two", ['{"b":2}']),
      completed([message("Wait."), CALL_TWO]),
    ],
    expected: { text: "Wait.", toolCalls: [TWO] },
  },
  {
    name: "arguments in one delta",
    frames: [CREATED, ...callEvents(0, "a", "one", ['{"a":1}']), completed([CALL_ONE])],
    expected: { toolCalls: [ONE] },
  },
  {
    name: "an empty delta within the arguments",
    frames: [CREATED, ...callEvents(0, "a", "one", ['{"a"', "", ":1}"]), completed([CALL_ONE])],
    expected: { toolCalls: [ONE] },
  },
  {
    name: "a call without arguments",
    frames: [
      CREATED,
      ...callEvents(0, "a", "now", ["{}"]),
      completed([call(0, "a", "now", "{}")]),
    ],
    expected: { toolCalls: [{ name: "now", arguments: {} }] },
  },
];

const HALF = call(0, "a", "one", '{"ci');
const HALF_EVENTS = [
  CREATED,
  added(0, call(0, "a", "one", "", "in_progress")),
  json(0, '{"ci'),
];

/** Turns on the Responses wire whose arguments are cut although there is a finish. */
export const RESPONSES_CUT_ARGUMENTS: readonly CutArgumentsSample[] = [
  {
    name: "response.completed after half the arguments",
    frames: [...HALF_EVENTS, jsonDone(0, '{"ci'), done(0, HALF), completed([HALF])],
  },
  {
    name: "response.completed while the call is not over",
    frames: [...HALF_EVENTS, completed([])],
  },
  {
    name: 'response.incomplete "max_output_tokens" after half the arguments',
    frames: [
      ...HALF_EVENTS,
      jsonDone(0, '{"ci'),
      done(0, { ...HALF, status: "incomplete" }),
      incomplete("max_output_tokens", [{ ...HALF, status: "incomplete" }]),
    ],
  },
];
