import { isObject } from "../../../../wire/json.ts";
import type { JsonObject } from "../../../../wire/json.ts";
import type { Frame, FramePart } from "../../../delivery/frame.ts";
import type { Answer } from "../../../result/answer.ts";
import type { AnswerChoice } from "../../../result/answer_choice.ts";
import { countTokens } from "../../../tokens/split_tokens.ts";
import { interleaved } from "../../interleaved.ts";
import { dataFrame } from "../../data_frame.ts";
import { LogprobCursor, tokenLogprobs } from "../../token_logprobs.ts";
import { blockReason, endMembers, endsWithoutContent } from "./candidate_end.ts";
import { averageLogprob, logprobsResult, topLogprobs } from "./logprobs_result.ts";
import { partialArgs } from "./partial_args.ts";
import { partObject } from "./part_object.ts";
import { plannedParts } from "./planned_parts.ts";
import type { PlannedPart } from "./planned_parts.ts";
import { responseTail } from "./response_tail.ts";
import { sourceMembers } from "./sources.ts";
import { RunningUsage, usageMetadata } from "./usage_metadata.ts";

/**
 * Gives the chunks of an answer that is streamed. Every chunk has the tokens so far; nothing but a reason to
 * finish says that a candidate is over.
 *
 * @param answer The answer.
 * @param isVertex Whether Vertex AI gives it.
 */
export function* geminiFrames(answer: Answer, isVertex: boolean): Generator<Frame> {
  const tail = `,${JSON.stringify(responseTail(answer)).slice(1)}`;
  const blocked = blockReason(answer.choices[0]!);
  if (blocked !== undefined) {
    const usage = JSON.stringify(usageMetadata(answer.usage));
    const feedback = JSON.stringify({ blockReason: blocked });
    yield dataFrame("finish", `{"promptFeedback":${feedback},"usageMetadata":${usage}${tail}`);
    return;
  }
  const usage = new RunningUsage(answer.usage);
  const shared = { usage, tail, isVertex, open: answer.choices.length };
  yield* interleaved(
    answer.choices.map((choice, index) =>
      new CandidateFrames(answer, choice, index, shared).frames()
    ),
  );
}

/** What the chunks of all candidates share. */
interface Shared {
  readonly usage: RunningUsage;
  readonly tail: string;
  readonly isVertex: boolean;
  /** How many candidates have not ended. */
  open: number;
}

/** Writes the chunks of one candidate. */
class CandidateFrames {
  readonly #answer: Answer;
  readonly #choice: AnswerChoice;
  readonly #index: number;
  readonly #shared: Shared;
  /** How many likely tokens are told for each place; `undefined` for no such numbers at all. */
  readonly #top: number | undefined;

  constructor(answer: Answer, choice: AnswerChoice, index: number, shared: Shared) {
    this.#answer = answer;
    this.#choice = choice;
    this.#index = index;
    this.#shared = shared;
    this.#top = topLogprobs(answer);
  }

  *frames(): Generator<Frame> {
    const plan = plannedParts(this.#answer, this.#choice, this.#index);
    const last = plan.parts.at(-1);
    for (const part of plan.parts) {
      if (part.type === "call") yield* this.#callFrames(part);
      else yield* this.#textFrames(part, part === last);
    }
    const { finishReason, ...end } = endMembers(this.#choice, plan);
    const signature = last?.type === "text" ? last.signature : undefined;
    const members = {
      finishReason,
      index: this.#index,
      ...end,
      ...sourceMembers(this.#answer, this.#choice, this.#shared.isVertex),
      ...this.#average(plan.parts),
    };
    const hasContent = signature !== undefined || !endsWithoutContent(finishReason);
    const part = partObject({ type: "text", text: "", ...(signature && { signature }) });
    const content = hasContent ? { content: { parts: [part], role: "model" } } : {};
    yield this.#frame("finish", JSON.stringify({ ...content, ...members }), 0, false, true);
  }

  #average(parts: readonly PlannedPart[]): JsonObject {
    const top = this.#top;
    if (top === undefined) return {};
    const texts = parts.filter(({ type }) => type === "text") as readonly { text: string }[];
    return { avgLogprobs: averageLogprob(texts.flatMap(({ text }) => tokenLogprobs(text, top))) };
  }

  /** The signature of a text stands on an empty one after it; that of the last on the end itself. */
  *#textFrames(
    part: PlannedPart & { readonly type: "text" | "thought" },
    isLast: boolean,
  ): Generator<Frame> {
    const isThought = part.type === "thought";
    const close = isThought ? ',"thought":true}' : "}";
    const cursor = this.#top === undefined || isThought
      ? undefined
      : new LogprobCursor(part.text, this.#top);
    for (
      const { text: piece, json, tokens } of part.text === "" ? [] : this.#answer.cut(part.text)
    ) {
      const logprobs = cursor === undefined
        ? ""
        : `,"logprobsResult":${JSON.stringify(logprobsResult(cursor.take(piece)))}`;
      yield this.#content(`{"text":${json}${close}`, tokens, isThought, logprobs);
    }
    if (part.signature === undefined || isLast) return;
    yield this.#content(JSON.stringify(partObject({ ...part, text: "" })), 0, isThought);
  }

  *#callFrames(part: PlannedPart & { readonly type: "call" }): Generator<Frame> {
    const pieces = streamsArguments(this.#answer)
      ? partialArgs(part.args, (text) => this.#answer.cut(text))
      : undefined;
    const nameTokens = countTokens(part.name);
    if (pieces === undefined) {
      const tokens = nameTokens + countTokens(part.argsText);
      return yield this.#content(JSON.stringify(partObject(part)), tokens, false);
    }
    const { functionCall, ...proof } = partObject(part);
    const { args: _, ...opening } = functionCall as JsonObject;
    const first = { functionCall: { ...opening, willContinue: true }, ...proof };
    yield this.#content(JSON.stringify(first), nameTokens, false);
    for (const { entry, tokens } of pieces) {
      const open = `{"functionCall":{"partialArgs":[${
        JSON.stringify(entry)
      }],"willContinue":true}}`;
      yield this.#content(open, tokens, false);
    }
    yield this.#content('{"functionCall":{}}', 0, false);
  }

  #content(part: string, tokens: number, isThought: boolean, more = ""): Frame {
    const open = `{"content":{"parts":[${part}],"role":"model"},"index":${this.#index}${more}}`;
    return this.#frame("content", open, tokens, isThought, false);
  }

  #frame(
    part: FramePart,
    candidate: string,
    tokens: number,
    isThought: boolean,
    isEnd: boolean,
  ): Frame {
    const { usage, tail } = this.#shared;
    usage.add(tokens, isThought);
    if (isEnd && --this.#shared.open === 0) usage.end();
    return dataFrame(part, `{"candidates":[${candidate}]${usage.text}${tail}`, tokens);
  }
}

/** Only where a request asks for it, and only on Vertex AI as it is, come arguments in pieces. */
function streamsArguments({ ask: { request } }: Answer): boolean {
  const { toolConfig: config } = request;
  const calling = isObject(config) ? config.functionCallingConfig : undefined;
  return isObject(calling) && calling.streamFunctionCallArguments === true;
}
