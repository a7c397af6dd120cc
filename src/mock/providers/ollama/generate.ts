import { stringOf } from "../../../wire/json.ts";
import type { JsonObject } from "../../../wire/json.ts";
import { hashText } from "../../random.ts";
import type { Answer } from "../../result/answer.ts";
import { splitTokens } from "../../tokens/split_tokens.ts";
import type { Surface } from "../surface.ts";
import { answerLines } from "./answer/answer_lines.ts";
import type { LineSpelling } from "./answer/answer_lines.ts";
import { lineWithUsage } from "./answer/line_with_usage.ts";
import { callsIn, joined, saidIn } from "./answer/said.ts";
import type { Said } from "./answer/said.ts";
import { wholeAnswer } from "./answer/whole_answer.ts";
import { modelMoved } from "./model_moved.ts";
import { ollama } from "./ollama.ts";
import { problemLine } from "./problem_line.ts";
import { checkGenerate } from "./request/check_requests.ts";
import { readGenerate } from "./request/read_generate.ts";

const LINES: LineSpelling = {
  text: (json, isThinking) =>
    isThinking ? `"response":"","thinking":${json}` : `"response":${json}`,
  call: (json) => `"response":"","tool_calls":[${json}]`,
  last: (answer) => ({ response: "", ...contextOf(answer, saidIn(answer)) }),
};

/** Ollama's `/api/generate`. */
export const ollamaGenerate: Surface = {
  id: "ollama-generate",
  provider: ollama,
  read: (_call, body) => readGenerate(body),
  aside(body, nowMs) {
    checkGenerate(body);
    if (stringOf(body.prompt) !== "") return undefined;
    return modelMoved(body, { response: "" }, nowMs);
  },
  whole: (answer) =>
    wholeAnswer(answer, (said) => {
      const thinking = joined(said, "thinking");
      const calls = callsIn(said);
      return {
        response: joined(said, "content"),
        ...(thinking === "" ? {} : { thinking }),
        ...(calls.length === 0 ? {} : { tool_calls: calls }),
        ...contextOf(answer, said),
      };
    }),
  frames: (answer) => answerLines(answer, LINES),
  withUsage: lineWithUsage,
  problemFrames: problemLine,
};

/** How many tokens a model knows, about. */
const VOCABULARY = 128_000;

/** The numbers of all tokens so far, by which a client may go on; a raw prompt has none. */
function contextOf({ ask: { request } }: Answer, said: readonly Said[]): JsonObject {
  if (request.raw === true) return {};
  const before = Array.isArray(request.context) ? request.context : [];
  const read = splitTokens(stringOf(request.prompt));
  const tokens = [...read, ...splitTokens(joined(said, "content"))];
  return { context: [...before, ...tokens.map((token) => hashText(token) % VOCABULARY)] };
}
