import { ollamaWire } from "../../../src/wire/ollama/ollama.ts";
import type { Fixture, Frame, Role, SampleCall, SampleTurn } from "./fixture.ts";

function line(role: Role, message: object, more: object = {}): Frame {
  return {
    role,
    payload: {
      model: "m",
      message: { role: "assistant", content: "", ...message },
      done: false,
      ...more,
    },
  };
}

/** A call comes whole, in one line. Its arguments are an object; servers like it send the text. */
function callFrame({ id, name, pieces, index }: SampleCall): Frame {
  const entry = { id, function: { index, name, arguments: pieces.join("") } };
  return line("call", { tool_calls: [entry] });
}

function turn({ text = [], calls = [], reason = "stop" }: SampleTurn): Frame[] {
  return [
    ...text.map((content) => line("text", { content })),
    ...calls.map(callFrame),
    line("marker", {}, { done: true, done_reason: reason, prompt_eval_count: 9, eval_count: 4 }),
  ];
}

/** Ollama's own endpoint. */
export const ollama: Fixture = {
  wire: ollamaWire(),
  turn,
  words: { stop: "stop", toolUse: "tool_calls", length: "length", filtered: undefined },
  error: (message) => ({ role: "open", payload: { error: message } }),
  silent: [
    { role: "open", payload: {} },
    { role: "open", payload: { message: null, done: false } },
    line("open", { content: null, thinking: null, tool_calls: null }),
    line("open", { tool_calls: [] }, { done_reason: "" }),
  ],
};
