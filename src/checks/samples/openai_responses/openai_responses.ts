import { concatBytes, toBytes } from "../../../bytes.ts";
import { encodeSse } from "../../../sse/encode_sse.ts";
import type { SseEvent } from "../../../sse/sse_event.ts";
import { openAiResponsesWire } from "../../../wire/openai_responses/openai_responses.ts";
import type { BodySample, WireSamples } from "../samples.ts";
import {
  RESPONSES_ENDINGS,
  RESPONSES_ERROR_JSON,
  RESPONSES_FAILURES,
  RESPONSES_FINISHES,
  RESPONSES_USAGES,
} from "./endings.ts";
import { CREATED, END, HELLO, text } from "./events.ts";
import { RESPONSES_CUT_ARGUMENTS, RESPONSES_SHAPES, RESPONSES_TOOL_SHAPES } from "./shapes.ts";

function marker(name: string, tail: string): BodySample {
  const frames = [CREATED, ...HELLO].map((frame) => encodeSse(frame));
  return { name, body: concatBytes([...frames, toBytes(tail)]) };
}

const STOP = `event: response.completed\ndata: ${END.data}`;

/** The members of a response that a client reads; the others repeat the request. */
const READ_MEMBERS: ReadonlySet<string> = new Set([
  "id",
  "object",
  "created_at",
  "status",
  "model",
  "output",
  "error",
  "incomplete_details",
  "usage",
]);

/** Leaves out what a response repeats of its request, and the event that repeats the first one. */
function slim(frames: readonly SseEvent[]): readonly SseEvent[] {
  return frames.filter(({ event }) => event !== "response.in_progress").map((frame) => {
    const payload = JSON.parse(frame.data) as { readonly response?: object };
    if (!payload.response) return frame;
    const kept = Object.entries(payload.response).filter(([name]) => READ_MEMBERS.has(name));
    return { ...frame, data: JSON.stringify({ ...payload, response: Object.fromEntries(kept) }) };
  });
}

/** What is particular to the Responses wire. */
export const openAiResponsesSamples: WireSamples = {
  wire: openAiResponsesWire(),
  slim,
  failures: RESPONSES_FAILURES,
  failureBodies: [],
  jsonErrors: [{ name: "a JSON error", body: toBytes(RESPONSES_ERROR_JSON) }],
  shapes: RESPONSES_SHAPES,
  toolShapes: RESPONSES_TOOL_SHAPES,
  cutArguments: RESPONSES_CUT_ARGUMENTS,
  endings: RESPONSES_ENDINGS,
  finishes: RESPONSES_FINISHES,
  usages: RESPONSES_USAGES,
  afterMarker: [text(" and more", 1)],
  markers: [
    marker("response.completed", `${STOP}\n\n`),
    marker(
      "response.completed without spaces after the colons",
      `${STOP.replaceAll(/^(\w+): /gm, "$1:")}\n\n`,
    ),
    marker("response.completed before CRLF", `${STOP.replaceAll("\n", "\r\n")}\r\n\r\n`),
    marker("response.completed and one line end", `${STOP}\n`),
    marker("response.completed and no line end", STOP),
    marker("response.completed, then [DONE] (gateways)", `${STOP}\n\ndata: [DONE]\n\n`),
  ],
};
