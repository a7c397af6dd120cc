import { arrayOf } from "../../../wire/json.ts";
import type { Surface } from "../surface.ts";
import { answerLines } from "./answer/answer_lines.ts";
import type { LineSpelling } from "./answer/answer_lines.ts";
import { lineWithUsage } from "./answer/line_with_usage.ts";
import { callsIn, joined } from "./answer/said.ts";
import { wholeAnswer } from "./answer/whole_answer.ts";
import { modelMoved } from "./model_moved.ts";
import { ollama } from "./ollama.ts";
import { problemLine } from "./problem_line.ts";
import { checkChat } from "./request/check_requests.ts";
import { readChat } from "./request/read_chat.ts";

const MESSAGE = '"message":{"role":"assistant","content":';

const LINES: LineSpelling = {
  text: (json, isThinking) =>
    isThinking ? `${MESSAGE}"","thinking":${json}}` : `${MESSAGE}${json}}`,
  call: (json) => `${MESSAGE}"","tool_calls":[${json}]}`,
  last: () => ({ message: { role: "assistant", content: "" } }),
};

/** Ollama's `/api/chat`. */
export const ollamaChat: Surface = {
  id: "ollama",
  provider: ollama,
  read: (_call, body) => readChat(body),
  aside(body, nowMs) {
    checkChat(body);
    if (arrayOf(body.messages).length > 0) return undefined;
    return modelMoved(body, { message: { role: "assistant", content: "" } }, nowMs);
  },
  whole: (answer) =>
    wholeAnswer(answer, (said) => {
      const thinking = joined(said, "thinking");
      const calls = callsIn(said);
      return {
        message: {
          role: "assistant",
          content: joined(said, "content"),
          ...(thinking === "" ? {} : { thinking }),
          ...(calls.length === 0 ? {} : { tool_calls: calls }),
        },
      };
    }),
  frames: (answer) => answerLines(answer, LINES),
  withUsage: lineWithUsage,
  problemFrames: problemLine,
};
