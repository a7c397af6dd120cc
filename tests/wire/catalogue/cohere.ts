import { cohereWire } from "../../../src/wire/cohere/cohere.ts";
import type { Fixture, Frame, Role, SampleCall, SampleTurn } from "./fixture.ts";

const USAGE = {
  billed_units: { input_tokens: 9, output_tokens: 4 },
  tokens: { input_tokens: 9, output_tokens: 4 },
};

function frame(role: Role, type: string, message?: object, index?: number): Frame {
  return {
    role,
    event: type,
    payload: { type, index, ...(message ? { delta: { message } } : {}) },
  };
}

function textFrames(pieces: readonly string[]): Frame[] {
  return [
    frame("open", "content-start", { content: { type: "text", text: "" } }, 0),
    ...pieces.map((text) => frame("text", "content-delta", { content: { text } }, 0)),
    frame("close", "content-end", undefined, 0),
  ];
}

function callFrames({ id, name, pieces, index }: SampleCall, at: number): Frame[] {
  const place = index ?? at;
  const head = { id, type: "function", function: { name, arguments: "" } };
  const deltas = pieces.map((args) => ({ tool_calls: { function: { arguments: args } } }));
  return [
    frame("call", "tool-call-start", { tool_calls: head }, place),
    ...deltas.map((message) => frame("call", "tool-call-delta", message, place)),
    frame("close", "tool-call-end", undefined, place),
  ];
}

function turn({ text = [], calls = [], reason }: SampleTurn): Frame[] {
  const word = reason ?? (calls.length > 0 ? "TOOL_CALL" : "COMPLETE");
  return [
    frame("open", "message-start", { role: "assistant", content: [], tool_calls: [] }),
    ...(text.length > 0 ? textFrames(text) : []),
    ...calls.flatMap(callFrames),
    {
      role: "marker",
      event: "message-end",
      payload: { type: "message-end", delta: { finish_reason: word, usage: USAGE } },
    },
  ];
}

/** Cohere's chat, version 2. */
export const cohere: Fixture = {
  wire: cohereWire(),
  turn,
  words: { stop: "COMPLETE", toolUse: "TOOL_CALL", length: "MAX_TOKENS", filtered: undefined },
  error: (message) => ({
    role: "marker",
    event: "message-end",
    payload: { type: "message-end", delta: { finish_reason: "ERROR", error: message } },
  }),
  silent: [
    frame("open", "citation-start", { citations: { start: 0 } }, 0),
    frame("open", "event-of-another-kind", { content: { text: "x" } }, 0),
    frame("open", "content-delta", { content: null }, 0),
    { role: "open", payload: {} },
  ],
};
