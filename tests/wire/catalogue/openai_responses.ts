import { openAiResponsesWire } from "../../../src/wire/openai_responses/openai_responses.ts";
import {
  added,
  completes,
  created,
  done,
  message,
  place,
  says,
  states,
  stopsAt,
} from "../openai_responses/frames.ts";
import { typed } from "./fixture.ts";
import type { Fixture, Frame, SampleCall, SampleTurn } from "./fixture.ts";

const USAGE = { input_tokens: 9, output_tokens: 4, input_tokens_details: { cached_tokens: 0 } };

function messageFrames(pieces: readonly string[]): Frame[] {
  const text = pieces.join("");
  const part = { type: "output_text", text: "", annotations: [] };
  return [
    typed("open", added(0, message(0))),
    typed("open", { type: "response.content_part.added", ...place("msg_0", 0), part }),
    ...pieces.map((delta) => typed("text", says(delta))),
    typed("close", states(text)),
    typed("close", done(0, message(0, text))),
  ];
}

/** Not by `called()`, since the place of a call need not be its number here. */
function callFrames({ id, name, pieces, index }: SampleCall, at: number): Frame[] {
  const position = index ?? at + 1;
  const item = { id: `fc_${at}`, type: "function_call", call_id: id, name };
  const where = { item_id: item.id, output_index: position };
  const args = pieces.join("");
  const type = "response.function_call_arguments";
  return [
    typed("call", added(position, { ...item, arguments: "" })),
    ...pieces.map((delta) => typed("call", { type: `${type}.delta`, ...where, delta })),
    typed("close", { type: `${type}.done`, ...where, arguments: args }),
    typed("close", done(position, { ...item, arguments: args })),
  ];
}

function ending(reason: unknown): Frame {
  const isWhole = reason === undefined || reason === "completed";
  return typed(
    "marker",
    isWhole ? completes([], { usage: USAGE }) : stopsAt(reason, { usage: USAGE }),
  );
}

function turn({ text = [], calls = [], reason }: SampleTurn): Frame[] {
  const first = created("resp_1");
  return [
    typed("open", first),
    typed("open", { ...first, type: "response.in_progress" }),
    ...(text.length > 0 ? messageFrames(text) : []),
    ...calls.flatMap(callFrames),
    ending(reason),
  ];
}

/** OpenAI's Responses. */
export const openAiResponses: Fixture = {
  wire: openAiResponsesWire(),
  turn,
  words: {
    stop: "completed",
    toolUse: undefined,
    length: "max_output_tokens",
    filtered: "content_filter",
  },
  error: (said) =>
    typed("open", { type: "error", code: "server_error", message: said, param: null }),
  silent: [
    typed("open", { type: "response.queued", response: {} }),
    typed("open", { type: "response.web_search_call.searching", item_id: "ws_1", output_index: 9 }),
    typed("open", { type: "response.of_another_kind", delta: "x" }),
    typed("open", { type: "keepalive" }),
    { role: "open", payload: {} },
  ],
};
