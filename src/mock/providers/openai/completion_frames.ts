import type { Frame } from "../../delivery/frame.ts";
import { EMPTY_PIECE } from "../../delivery/piece_cutter.ts";
import type { Answer } from "../../result/answer.ts";
import { OPENAI_FINISH_MAP } from "../../../wire/openai_chat/dialects.ts";
import { wordFor } from "../word_for.ts";
import { completionLogprobs } from "./completion_logprobs.ts";
import type { CompletionText } from "./completion_text.ts";
import { completionTexts } from "./completion_text.ts";
import { completionUsage } from "./completion_usage.ts";
import { interleaved } from "../interleaved.ts";
import { dataFrame } from "../data_frame.ts";
import { createdOf, idOf } from "./response_head.ts";

/**
 * Gives the chunks of a completion that is streamed.
 *
 * @param answer The answer.
 * @throws {ProviderProblem} At once, if a completion has no place for the result.
 */
export function completionFrames(answer: Answer): Iterable<Frame> {
  return framesOf(answer, completionTexts(answer));
}

function* framesOf(answer: Answer, texts: readonly CompletionText[]): Generator<Frame> {
  const includeUsage = answer.ask.request.stream_options?.include_usage === true;
  const head = JSON.stringify({
    id: idOf(answer, "cmpl-"),
    object: "text_completion",
    created: createdOf(answer),
  }).slice(0, -1);
  const model = `"model":${JSON.stringify(answer.model)}`;
  const open = `${head},"choices":[{"text":`;
  const close = `}],${model}${includeUsage ? ',"usage":null' : ""}}`;
  yield* interleaved(texts.map((text, index) => choiceFrames(answer, text, index, open, close)));
  if (includeUsage) {
    const usage = JSON.stringify(completionUsage(answer.usage));
    yield dataFrame("usage", `${head},${model},"usage":${usage},"choices":[]}`);
  }
  yield dataFrame("marker", "[DONE]");
}

/** The reason stands on the last piece of the text. */
function* choiceFrames(
  answer: Answer,
  text: CompletionText,
  index: number,
  open: string,
  close: string,
): Generator<Frame> {
  const logprobs = completionLogprobs(answer, text);
  const pieces = answer.cut(text.text);
  const last = Math.max(0, pieces.length - 1);
  const reason = wordFor(OPENAI_FINISH_MAP, answer.choices[index]!.reason);
  for (let at = 0; at <= last; at++) {
    const { text: piece, json, tokens } = pieces[at] ?? EMPTY_PIECE;
    const numbers = JSON.stringify(logprobs?.take(piece) ?? null);
    const end = at === last ? JSON.stringify(reason) : "null";
    yield dataFrame(
      at === last ? "finish" : "content",
      `${open}${json},"index":${index},"logprobs":${numbers},"finish_reason":${end}${close}`,
      tokens,
    );
  }
}
