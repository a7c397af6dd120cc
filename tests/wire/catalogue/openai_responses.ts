import { openAiResponsesWire } from "../../../src/wire/openai_responses/openai_responses.ts";
import type { Fixture, Frame, Role, SampleCall, SampleTurn } from "./fixture.ts";

const USAGE = { input_tokens: 9, output_tokens: 4, input_tokens_details: { cached_tokens: 0 } };

function frame(role: Role, type: string, more: object): Frame {
  return { role, event: type, payload: { type, ...more } };
}

function messageFrames(pieces: readonly string[]): Frame[] {
  const place = { item_id: "msg_0", output_index: 0, content_index: 0 };
  const item = { id: "msg_0", type: "message", role: "assistant" };
  const text = pieces.join("");
  const part = { type: "output_text", text, annotations: [] };
  return [
    frame("open", "response.output_item.added", {
      output_index: 0,
      item: { ...item, content: [] },
    }),
    frame("open", "response.content_part.added", { ...place, part: { ...part, text: "" } }),
    ...pieces.map((delta) => frame("text", "response.output_text.delta", { ...place, delta })),
    frame("close", "response.output_text.done", { ...place, text }),
    frame("close", "response.output_item.done", {
      output_index: 0,
      item: { ...item, content: [part] },
    }),
  ];
}

function callFrames({ id, name, pieces, index }: SampleCall, at: number): Frame[] {
  const place = index ?? at + 1;
  const item = { id: `fc_${at}`, type: "function_call", call_id: id, name };
  const where = { item_id: item.id, output_index: place };
  const whole = { ...item, arguments: pieces.join("") };
  const type = "response.function_call_arguments.delta";
  return [
    frame("call", "response.output_item.added", {
      output_index: place,
      item: { ...item, arguments: "" },
    }),
    ...pieces.map((delta) => frame("call", type, { ...where, delta })),
    frame("close", "response.function_call_arguments.done", {
      ...where,
      arguments: whole.arguments,
    }),
    frame("close", "response.output_item.done", { output_index: place, item: whole }),
  ];
}

function ending(reason: unknown): Frame {
  const [event, status] = reason === undefined || reason === "completed"
    ? ["response.completed", "completed"]
    : ["response.incomplete", "incomplete"];
  const details = status === "completed" ? null : { reason };
  const response = { id: "resp_1", status, error: null, incomplete_details: details, usage: USAGE };
  return frame("marker", event, { response: { ...response, output: [] } });
}

function turn({ text = [], calls = [], reason }: SampleTurn): Frame[] {
  const response = { id: "resp_1", status: "in_progress", error: null, output: [], usage: null };
  return [
    frame("open", "response.created", { response }),
    frame("open", "response.in_progress", { response }),
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
  error: (message) => frame("open", "error", { code: "server_error", message, param: null }),
  silent: [
    frame("open", "response.queued", { response: {} }),
    frame("open", "response.web_search_call.searching", { item_id: "ws_1", output_index: 9 }),
    frame("open", "response.of_another_kind", { delta: "x" }),
    frame("open", "keepalive", {}),
    { role: "open", payload: {} },
  ],
};
