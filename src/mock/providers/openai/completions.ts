import type { JsonObject } from "../../../wire/json.ts";
import { OPENAI_FINISH_MAP } from "../../../wire/openai_chat/dialects.ts";
import type { Answer } from "../../result/answer.ts";
import type { Surface } from "../surface.ts";
import { wordFor } from "../word_for.ts";
import { frameWithUsage, openAiChat } from "./chat.ts";
import { completionFrames } from "./completion_frames.ts";
import { completionLogprobs } from "./completion_logprobs.ts";
import { completionTexts } from "./completion_text.ts";
import { completionUsage } from "./completion_usage.ts";
import { openAi } from "./openai.ts";
import { readCompletions } from "./read_completions.ts";
import { createdOf, idOf } from "./response_head.ts";
import { requireTellable } from "../token_logprobs.ts";

/** OpenAI's completions of old. */
export const openAiCompletions: Surface = {
  id: "openai-completions",
  provider: openAi,
  read: (_call, body, { deployment }, { unknownMembers }) =>
    readCompletions(body, deployment, unknownMembers),
  whole,
  frames: completionFrames,
  withUsage: frameWithUsage,
  problemFrames: openAiChat.problemFrames,
};

function whole(answer: Answer): JsonObject {
  const texts = completionTexts(answer);
  const { logprobs } = answer.ask.request;
  if (typeof logprobs === "number") requireTellable(texts.map(({ text }) => text), logprobs);
  return {
    id: idOf(answer, "cmpl-"),
    object: "text_completion",
    created: createdOf(answer),
    model: answer.model,
    choices: texts.map((text, index) => ({
      text: text.text,
      index,
      logprobs: completionLogprobs(answer, text)?.take(text.text) ?? null,
      finish_reason: wordFor(OPENAI_FINISH_MAP, answer.choices[index]!.reason),
    })),
    usage: completionUsage(answer.usage),
  };
}
