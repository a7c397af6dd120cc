import { anthropicMessagesWire } from "../../../src/wire/anthropic_messages/anthropic_messages.ts";
import type { Fixture, Frame, Role, SampleCall, SampleTurn } from "./fixture.ts";

function frame(role: Role, type: string, more: object = {}): Frame {
  return { role, event: type, payload: { type, ...more } };
}

function block(role: Role, index: number, content: object, deltas: readonly object[]): Frame[] {
  return [
    frame(role === "text" ? "open" : role, "content_block_start", {
      index,
      content_block: content,
    }),
    ...deltas.map((delta) => frame(role, "content_block_delta", { index, delta })),
    frame("close", "content_block_stop", { index }),
  ];
}

function callFrames({ id, name, pieces, index }: SampleCall, at: number): Frame[] {
  const deltas = pieces.map((json) => ({ type: "input_json_delta", partial_json: json }));
  return block("call", index ?? at + 1, { type: "tool_use", id, name, input: {} }, deltas);
}

function turn({ text = [], calls = [], reason }: SampleTurn): Frame[] {
  const message = { id: "msg_1", role: "assistant", content: [], stop_reason: null };
  const stop = reason ?? (calls.length > 0 ? "tool_use" : "end_turn");
  const deltas = text.map((piece) => ({ type: "text_delta", text: piece }));
  return [
    frame("open", "message_start", {
      message: { ...message, usage: { input_tokens: 9, output_tokens: 1 } },
    }),
    ...(text.length > 0 ? block("text", 0, { type: "text", text: "" }, deltas) : []),
    ...calls.flatMap(callFrames),
    frame("finish", "message_delta", {
      delta: { stop_reason: stop, stop_sequence: null },
      usage: { output_tokens: 4 },
    }),
    frame("marker", "message_stop"),
  ];
}

/** Anthropic's Messages. */
export const anthropicMessages: Fixture = {
  wire: anthropicMessagesWire(),
  turn,
  words: { stop: "end_turn", toolUse: "tool_use", length: "max_tokens", filtered: "refusal" },
  error: (message) => frame("open", "error", { error: { type: "overloaded_error", message } }),
  silent: [
    frame("open", "ping"),
    frame("open", "event_of_another_kind", { delta: { text: "x" } }),
    { role: "open", payload: {} },
  ],
};
