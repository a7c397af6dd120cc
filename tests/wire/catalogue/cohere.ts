import { cohereWire } from "../../../src/wire/cohere/cohere.ts";
import { adds, begins, closes, ends, event, said, START } from "../cohere/events.ts";
import { typed } from "./fixture.ts";
import type { Fixture, Frame, SampleCall, SampleTurn } from "./fixture.ts";

const USAGE = {
  billed_units: { input_tokens: 9, output_tokens: 4 },
  tokens: { input_tokens: 9, output_tokens: 4 },
};

function textFrames(pieces: readonly string[]): Frame[] {
  return [
    typed("open", event("content-start", { content: { type: "text", text: "" } }, 0)),
    ...pieces.map((text) => typed("text", said(text))),
    typed("close", { type: "content-end", index: 0 }),
  ];
}

function callFrames({ id, name, pieces, index }: SampleCall, at: number): Frame[] {
  const place = index ?? at;
  return [
    typed("call", begins(place, id, name)),
    ...pieces.map((args) => typed("call", adds(place, args))),
    typed("close", closes(place)),
  ];
}

function turn({ text = [], calls = [], reason }: SampleTurn): Frame[] {
  const word = reason ?? (calls.length > 0 ? "TOOL_CALL" : "COMPLETE");
  return [
    typed("open", START),
    ...(text.length > 0 ? textFrames(text) : []),
    ...calls.flatMap(callFrames),
    typed("marker", ends(word, { usage: USAGE })),
  ];
}

/** Cohere's chat, version 2. */
export const cohere: Fixture = {
  wire: cohereWire(),
  turn,
  words: { stop: "COMPLETE", toolUse: "TOOL_CALL", length: "MAX_TOKENS", filtered: undefined },
  error: (message) => typed("marker", ends("ERROR", { error: message })),
  silent: [
    typed("open", event("citation-start", { citations: { start: 0 } }, 0)),
    typed("open", event("event-of-another-kind", { content: { text: "x" } }, 0)),
    typed("open", event("content-delta", { content: null }, 0)),
    { role: "open", payload: {} },
  ],
};
