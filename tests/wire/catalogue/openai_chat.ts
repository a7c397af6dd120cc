import { openAiChatWire } from "../../../src/wire/openai_chat/openai_chat.ts";
import { chunk, DONE, entry, said, tools, used } from "../openai_chat/chunks.ts";
import type { Fixture, Frame, Role, SampleCall, SampleTurn } from "./fixture.ts";

function frame(role: Role, payload: object): Frame {
  return { role, payload: { object: "chat.completion.chunk", usage: null, ...payload } };
}

function callFrames({ id, name, pieces, index }: SampleCall, at: number): Frame[] {
  const place = index ?? at;
  const head = entry(place, id, name, "");
  const rest = pieces.map((args) => ({ index: place, function: { arguments: args } }));
  return [head, ...rest].map((part) => frame("call", tools(part)));
}

function turn({ text = [], calls = [], reason }: SampleTurn): Frame[] {
  return [
    frame("open", chunk({ role: "assistant", content: "", refusal: null })),
    ...text.map((piece) => frame("text", said(piece))),
    ...calls.flatMap(callFrames),
    frame("finish", chunk({}, reason ?? (calls.length > 0 ? "tool_calls" : "stop"))),
    { role: "finish", payload: used({ prompt_tokens: 9, completion_tokens: 4 }) },
    { role: "marker", payload: DONE },
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
    frame("open", chunk({ content: null, tool_calls: null, refusal: null, reasoning: null })),
    frame("open", chunk({ content: "", tool_calls: [] }, "")),
  ],
};
