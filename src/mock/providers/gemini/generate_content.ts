import type { Frame } from "../../delivery/frame.ts";
import type { BodyFraming } from "../../request/ask.ts";
import type { Problem } from "../problem.ts";
import type { Surface } from "../surface.ts";
import { geminiFrames } from "./answer/gemini_frames.ts";
import { wholeResponse } from "./answer/whole_response.ts";
import { errorBody, gemini, geminiArray } from "./gemini.ts";
import { readGenerate } from "./request/read_generate.ts";

/**
 * Makes the surface of one of the methods that answer with a turn.
 *
 * Of a problem within a stream of events Gemini tells by JSON without `data:`, which readers of events pass
 * over; a problem of the `type` `"data"` comes as the data of an event, as gateways send it.
 *
 * @param framing What the answer is streamed in; `undefined` for one that is not.
 * @param isVertex Whether it is Vertex AI's.
 */
export function generateContent(framing: BodyFraming | undefined, isVertex: boolean): Surface {
  return {
    id: "gemini",
    provider: framing === "json-array" ? geminiArray : gemini,
    read: (_call, body, { model = "" }, { unknownMembers }) =>
      readGenerate(body, model, framing, isVertex, unknownMembers),
    whole: (answer) => wholeResponse(answer, isVertex),
    frames: (answer) => geminiFrames(answer, isVertex),
    problemFrames: (problem) => [problemFrame(problem)],
    ...(framing === "sse" ? { lineEnd: "\r\n" } : {}),
    // Every chunk has it as it is.
    withUsage: (frame) => frame,
  };
}

function problemFrame(problem: Problem): Frame {
  const { type, ...rest } = problem;
  const isData = type === "data";
  const data = JSON.stringify(errorBody(isData ? rest : problem));
  return { event: undefined, data, part: "problem", tokens: 0, isBare: !isData };
}
