import { isObject } from "../../wire/json.ts";
import { offeredTools } from "../request/offered_tools.ts";
import { countTokens } from "../tokens/split_tokens.ts";
import type { ModelMessage, ModelRequest } from "../request/model_request.ts";
import type { AnswerUsage } from "./answer.ts";
import type { AnswerBlock, AnswerChoice } from "./answer_choice.ts";
import type { ResultUsage } from "./model_result.ts";

/** What a message costs besides its text: about what providers charge for its role and its ends. */
const TOKENS_PER_MESSAGE = 4;

/** What an image, a sound or a file costs: about what OpenAI charges for an image in low detail. */
const TOKENS_PER_ATTACHMENT = 85;

/** What the tokens of an answer are counted by. */
export interface CountUsageOptions {
  /** What the result itself says of them; it wins. @default {nothing} */
  readonly stated?: ResultUsage | undefined;
  /** Counts those of a text of the answer. @default {countTokens} */
  readonly countText?: ((text: string) => number) | undefined;
}

/**
 * Counts the tokens of an answer.
 *
 * @param request What was asked.
 * @param choices What is answered.
 * @param options What they are counted by.
 */
export function countUsage(
  request: ModelRequest,
  choices: readonly AnswerChoice[],
  { stated = {}, countText = countTokens }: CountUsageOptions = {},
): AnswerUsage {
  let thoughts = 0;
  let said = 0;
  for (const { blocks } of choices) {
    for (const block of blocks) {
      if (block.type === "reasoning") thoughts += tokensOf(block, countText);
      else said += tokensOf(block, countText);
    }
  }
  thoughts = stated.reasoning ?? thoughts;
  const cacheRead = stated.cacheRead ?? 0;
  const cacheWrite = stated.cacheWrite ?? 0;
  const input = stated.input ?? Math.max(0, countInput(request) - cacheRead - cacheWrite);
  const output = stated.output ?? said + thoughts;
  // Reasoning is a part of what is written, also where only the whole is stated.
  const reasoning = stated.reasoning ?? Math.min(thoughts, output);
  return { input, output, reasoning, cacheRead, cacheWrite };
}

/**
 * Counts the tokens a request makes a model read.
 *
 * @param request The request.
 */
export function countInput(request: Pick<ModelRequest, "messages" | "tools">): number {
  return sum(request.messages, countMessage) + sum(offeredTools(request), countValue);
}

function countMessage(message: ModelMessage): number {
  let tokens = TOKENS_PER_MESSAGE;
  for (const name in message) {
    if (name === "content") tokens += countContent(message.content);
    else if (name !== "role") tokens += countValue(message[name]);
  }
  return tokens;
}

/** Counts the tokens of a message's content; its images and the like are not read as texts. */
function countContent(content: unknown): number {
  if (!Array.isArray(content)) return countValue(content);
  return sum(content, (part) => {
    if (!isObject(part)) return countValue(part);
    if (typeof part.text === "string") return countTokens(part.text);
    return typeof part.refusal === "string" ? countTokens(part.refusal) : TOKENS_PER_ATTACHMENT;
  });
}

/** Counts the tokens of the texts within a value, names of members left out. */
function countValue(value: unknown): number {
  if (typeof value === "string") return countTokens(value);
  if (typeof value === "number") return 1;
  if (typeof value !== "object" || value === null) return 0;
  return sum(Object.values(value), countValue);
}

function tokensOf(block: AnswerBlock, countText: (text: string) => number): number {
  if (block.type !== "tool_call") return countText(block.text);
  return countTokens(block.name) + countText(block.arguments);
}

function sum<T>(items: readonly T[], count: (item: T) => number): number {
  let total = 0;
  for (const item of items) total += count(item);
  return total;
}
