import type { JsonObject } from "../../../../wire/json.ts";
import type { Frame } from "../../../delivery/frame.ts";
import type { Answer } from "../../../result/answer.ts";
import { countTokens } from "../../../tokens/split_tokens.ts";
import { LogprobCursor } from "../../token_logprobs.ts";
import { endMembers } from "./end_members.ts";
import { LineWriter } from "./line_writer.ts";
import { ollamaLogprob, topLogprobs } from "./log_probs.ts";
import { saidIn } from "./said.ts";
import type { Said } from "./said.ts";

/** How an endpoint spells its lines. */
export interface LineSpelling {
  /** Spells a piece of a text, given as its JSON text: the members for it. */
  text(json: string, isThinking: boolean): string;
  /** Spells a call. */
  call(json: string): string;
  /** Gives the members of the last line besides those of every endpoint. */
  last(answer: Answer): JsonObject;
}

/**
 * Gives the lines of an answer that is streamed.
 *
 * @param answer The answer.
 * @param spelling How the endpoint spells them.
 */
export function* answerLines(answer: Answer, spelling: LineSpelling): Generator<Frame> {
  const writer = new LineWriter(answer);
  for (const said of saidIn(answer)) {
    if (said.type !== "call") yield* textLines(said, answer, writer, spelling);
    else {
      const { name, arguments: text } = said.block;
      const members = `${spelling.call(JSON.stringify(said.call))},"done":false`;
      yield writer.line("content", members, countTokens(name) + countTokens(text));
    }
  }
  const end = { ...spelling.last(answer), ...endMembers(answer) };
  yield writer.line("finish", JSON.stringify(end).slice(1, -1), 0);
}

function* textLines(
  { type, text }: Said & { readonly text: string },
  answer: Answer,
  writer: LineWriter,
  spelling: LineSpelling,
): Generator<Frame> {
  const isThinking = type === "thinking";
  const top = topLogprobs(answer);
  const cursor = top === undefined || isThinking ? undefined : new LogprobCursor(text, top);
  for (const { text: piece, json, tokens } of answer.cut(text)) {
    const logprobs = cursor === undefined
      ? ""
      : `,"logprobs":${JSON.stringify(cursor.take(piece).map(ollamaLogprob))}`;
    const members = `${spelling.text(json, isThinking)},"done":false${logprobs}`;
    yield writer.line("content", members, tokens);
  }
}
