import type { JsonObject } from "../../../wire/json.ts";
import { OPENAI_FINISH_MAP } from "../../../wire/openai_chat/dialects.ts";
import { choiceOf, namedTool } from "../../request/tool_choice.ts";
import type { Answer } from "../../result/answer.ts";
import type { AnswerBlock, AnswerChoice, ToolCallBlock } from "../../result/answer_choice.ts";
import { wordFor } from "../word_for.ts";
import { annotationsOf } from "./annotations.ts";
import { reasoningDetail } from "./reasoning_detail.ts";
import { logprobObject, requireTellable, tokenLogprobs } from "../token_logprobs.ts";

/**
 * Gives one choice of an answer that is not streamed.
 *
 * @param answer The answer.
 * @param choice The choice.
 * @param index Its number.
 */
export function chatChoice(answer: Answer, choice: AnswerChoice, index: number): JsonObject {
  return {
    index,
    message: messageOf(choice.blocks, index, answer),
    logprobs: logprobsOf(choice.blocks, topLogprobsOf(answer)),
    finish_reason: finishReason(answer, choice),
  };
}

function messageOf(blocks: readonly AnswerBlock[], choice: number, answer: Answer): JsonObject {
  const calls = blocks.filter((block) => block.type === "tool_call");
  const text = joined(blocks, "text");
  const refusal = joined(blocks, "refusal");
  return {
    role: "assistant",
    content: text === "" && (calls.length > 0 || refusal !== "") ? null : text,
    ...reasoningMembers(blocks),
    ...callMembers(calls, choice, answer),
    refusal: refusal === "" ? null : refusal,
    annotations: annotationsOf(blocks),
  };
}

function callMembers(
  calls: readonly ToolCallBlock[],
  choice: number,
  answer: Answer,
): JsonObject {
  const [first] = calls;
  if (first === undefined) return {};
  if (usesFunctions(answer)) {
    return { function_call: { name: first.name, arguments: first.arguments } };
  }
  return {
    tool_calls: calls.map((call, index) => callObject(call, callId(answer, choice, index, call))),
  };
}

function reasoningMembers(blocks: readonly AnswerBlock[]): JsonObject {
  const thoughts = blocks.filter((block) => block.type === "reasoning");
  if (thoughts.length === 0) return {};
  const text = joined(thoughts, "reasoning");
  const details = thoughts
    .map((block, index) => reasoningDetail(block, block.text, index))
    .filter((detail) => detail !== undefined);
  return {
    ...(text === "" ? {} : { reasoning_content: text }),
    ...(details.length === 0 ? {} : { reasoning_details: details }),
  };
}

/** Gives the texts of the blocks of a kind, joined. */
function joined(blocks: readonly AnswerBlock[], type: "text" | "reasoning" | "refusal"): string {
  let text = "";
  for (const block of blocks) {
    if (block.type === type) text += block.text;
  }
  return text;
}

function logprobsOf(blocks: readonly AnswerBlock[], top: number | undefined): JsonObject | null {
  if (top === undefined) return null;
  const list = (type: "text" | "refusal") => {
    const texts = blocks.map((block) => block.type === type ? block.text : undefined)
      .filter((text) => text !== undefined);
    return texts.length === 0
      ? null
      : texts.flatMap((text) => tokenLogprobs(text, top).map(logprobObject));
  };
  return { content: list("text"), refusal: list("refusal") };
}

/** Makes sure that the numbers of all choices fit into one response. @throws {ProviderProblem} If they do not. */
export function requireLogprobsFit(answer: Answer): void {
  const top = topLogprobsOf(answer);
  if (top === undefined) return;
  const texts = answer.choices.flatMap(({ blocks }) =>
    blocks.flatMap((block) => block.type === "text" || block.type === "refusal" ? [block.text] : [])
  );
  requireTellable(texts, top);
}

/** How many likely tokens are to be told for each place; `undefined` if none are asked for. */
export function topLogprobsOf({ ask: { request } }: Answer): number | undefined {
  if (request.logprobs !== true) return undefined;
  return typeof request.top_logprobs === "number" ? request.top_logprobs : 0;
}

/** Gives a call of a tool as a message has it. */
export function callObject(call: ToolCallBlock, id: string): JsonObject {
  const { name, arguments: args } = call;
  return call.custom
    ? { id, type: "custom", custom: { name, input: args } }
    : { id, type: "function", function: { name, arguments: args } };
}

/** Gives the id of a call: the result's, or one that is made. */
export function callId(answer: Answer, choice: number, index: number, call: ToolCallBlock): string {
  return call.id ?? answer.newId("call_", `call:${choice}:${index}`, 24);
}

/** Tells whether a request offers functions in the form before tools, so that a call is told in that form. */
export function usesFunctions({ ask: { request } }: Answer): boolean {
  return request.tools === undefined && Array.isArray(request.functions);
}

/** Gives OpenAI's word for the end of a choice. A call that the request names is no news: it is an ordinary stop. */
export function finishReason(answer: Answer, { reason }: AnswerChoice): string {
  const isNamed = namedTool(choiceOf(answer.ask.request)) !== undefined;
  if (reason === "tool_use" && isNamed) return wordFor(OPENAI_FINISH_MAP, "stop");
  if (reason === "tool_use" && usesFunctions(answer)) return "function_call";
  return wordFor(OPENAI_FINISH_MAP, reason);
}
