import { openAiChatWire } from "../../../src/wire/openai_chat/openai_chat.ts";
import type { Fixture, Frame, Role, SampleCall, SampleTurn } from "./fixture.ts";

function chunk(role: Role, delta: unknown, reason: unknown = null): Frame {
  const choice = { index: 0, delta, logprobs: null, finish_reason: reason };
  return { role, payload: { object: "chat.completion.chunk", choices: [choice], usage: null } };
}

function callFrames({ id, name, pieces, index }: SampleCall, at: number): Frame[] {
  const place = index ?? at;
  const head = { index: place, id, type: "function", function: { name, arguments: "" } };
  const rest = pieces.map((args) => ({ index: place, function: { arguments: args } }));
  return [head, ...rest].map((entry) => chunk("call", { tool_calls: [entry] }));
}

function turn({ text = [], calls = [], reason }: SampleTurn): Frame[] {
  return [
    chunk("open", { role: "assistant", content: "", refusal: null }),
    ...text.map((piece) => chunk("text", { content: piece })),
    ...calls.flatMap(callFrames),
    chunk("finish", {}, reason ?? (calls.length > 0 ? "tool_calls" : "stop")),
    { role: "finish", payload: { choices: [], usage: { prompt_tokens: 9, completion_tokens: 4 } } },
    { role: "marker", payload: "[DONE]" },
  ];
}

/** OpenAI's chat completions. */
export const openAiChat: Fixture = {
  wire: openAiChatWire(),
  turn,
  words: { stop: "stop", toolUse: "tool_calls", length: "length", filtered: "content_filter" },
  error: (message) => ({
    role: "open",
    payload: { error: { message, type: "server_error", param: null, code: null } },
  }),
  silent: [
    { role: "open", payload: { choices: [] } },
    { role: "open", payload: { choices: null } },
    { role: "open", payload: { choices: [null], unknown: { content: "x" } } },
    { role: "open", payload: { choices: [{ index: 0, delta: null, finish_reason: null }] } },
    chunk("open", { content: null, tool_calls: null, refusal: null, reasoning: null }),
    chunk("open", { content: "", tool_calls: [] }, ""),
  ],
};
