import { geminiWire } from "../../../src/wire/gemini/gemini.ts";
import { parts } from "../gemini/chunks.ts";
import type { Fixture, Frame, Role, SampleCall, SampleTurn } from "./fixture.ts";

const USAGE = { promptTokenCount: 9, candidatesTokenCount: 4, totalTokenCount: 13 };

function chunk(role: Role, list: readonly object[], reason?: unknown): Frame {
  return { role, payload: parts(list, reason, { usageMetadata: USAGE }) };
}

/** A call comes whole, in one part, as an object. */
function callFrame({ id, name, pieces }: SampleCall): Frame {
  const text = pieces.join("");
  return chunk("call", [{ functionCall: { id, name, args: text && JSON.parse(text) } }]);
}

function turn({ text = [], calls = [], reason = "STOP" }: SampleTurn): Frame[] {
  return [
    ...text.map((piece) => chunk("text", [{ text: piece }])),
    ...calls.map(callFrame),
    chunk("finish", [{ text: "" }], reason),
  ];
}

/** Gemini's streamGenerateContent. */
export const gemini: Fixture = {
  wire: geminiWire(),
  turn,
  words: { stop: "STOP", toolUse: undefined, length: "MAX_TOKENS", filtered: "SAFETY" },
  error: (message) => ({
    role: "open",
    payload: { error: { code: 503, message, status: "UNAVAILABLE" } },
  }),
  silent: [
    { role: "open", payload: {} },
    { role: "open", payload: { candidates: [] } },
    { role: "open", payload: { candidates: null } },
    { role: "open", payload: { candidates: [{ index: 0, content: null, finishReason: null }] } },
    { role: "open", payload: { usageMetadata: { promptTokenCount: 9 } } },
    chunk("open", [{ thought: true }], "FINISH_REASON_UNSPECIFIED"),
  ],
};
