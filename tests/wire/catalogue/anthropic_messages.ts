import { anthropicMessagesWire } from "../../../src/wire/anthropic_messages/anthropic_messages.ts";
import { closes, ends, opens, piece, PING, starts, STOP } from "../anthropic_messages/frames.ts";
import { typed } from "./fixture.ts";
import type { Fixture, Frame, Role, SampleCall, SampleTurn } from "./fixture.ts";

function block(role: Role, index: number, content: object, deltas: readonly object[]): Frame[] {
  return [
    typed(role === "text" ? "open" : role, opens(index, content)),
    ...deltas.map((delta) => typed(role, piece(index, delta))),
    typed("close", closes(index)),
  ];
}

function callFrames({ id, name, pieces, index }: SampleCall, at: number): Frame[] {
  const deltas = pieces.map((json) => ({ type: "input_json_delta", partial_json: json }));
  return block("call", index ?? at + 1, { type: "tool_use", id, name, input: {} }, deltas);
}

function turn({ text = [], calls = [], reason }: SampleTurn): Frame[] {
  const stop = reason ?? (calls.length > 0 ? "tool_use" : "end_turn");
  const deltas = text.map((piece) => ({ type: "text_delta", text: piece }));
  return [
    typed("open", starts({ input_tokens: 9, output_tokens: 1 })),
    ...(text.length > 0 ? block("text", 0, { type: "text", text: "" }, deltas) : []),
    ...calls.flatMap(callFrames),
    typed("finish", ends(stop, { output_tokens: 4 })),
    typed("marker", STOP),
  ];
}

/** Anthropic's Messages. */
export const anthropicMessages: Fixture = {
  wire: anthropicMessagesWire(),
  turn,
  words: { stop: "end_turn", toolUse: "tool_use", length: "max_tokens", filtered: "refusal" },
  error: (message) =>
    typed("open", { type: "error", error: { type: "overloaded_error", message } }),
  silent: [
    typed("open", PING),
    typed("open", { type: "event_of_another_kind", delta: { text: "x" } }),
    { role: "open", payload: {} },
  ],
};
