import type { Ask } from "../request/ask.ts";
import { splitTokens } from "../tokens/split_tokens.ts";
import type { AnswerBlock, AnswerChoice } from "./answer_choice.ts";

/**
 * Ends an answer where the request says it must end: before a stop text, or after its most tokens. Calls
 * of tools are left out whole or cut as a provider cuts them: within their arguments.
 *
 * @param choice The answer.
 * @param ask What was asked.
 */
export function limitedChoice(choice: AnswerChoice, ask: Ask): AnswerChoice {
  return withinTokens(beforeStop(choice, ask.stop), ask.maxTokens);
}

function beforeStop(choice: AnswerChoice, stop: readonly string[]): AnswerChoice {
  if (stop.length === 0) return choice;
  for (const [index, block] of choice.blocks.entries()) {
    if (block.type !== "text") continue;
    const found = firstStop(block.text, stop);
    if (found === undefined) continue;
    const text = block.text.slice(0, found.at);
    const blocks = [...choice.blocks.slice(0, index), { ...block, text }];
    return { blocks, reason: "stop", stopText: found.text };
  }
  return choice;
}

function firstStop(
  text: string,
  stop: readonly string[],
): { at: number; text: string } | undefined {
  let first: { at: number; text: string } | undefined;
  for (const word of stop) {
    const at = word === "" ? -1 : text.indexOf(word);
    if (at >= 0 && (first === undefined || at < first.at)) first = { at, text: word };
  }
  return first;
}

function withinTokens(choice: AnswerChoice, maxTokens: number | undefined): AnswerChoice {
  if (maxTokens === undefined) return choice;
  const blocks: AnswerBlock[] = [];
  let left = maxTokens;
  for (const block of choice.blocks) {
    const cut = cutBlock(block, left);
    if (cut.tokens > 0 || cut.isWhole) blocks.push(cut.block);
    if (!cut.isWhole) return { blocks, reason: "length", stopText: undefined };
    left -= cut.tokens;
  }
  return choice;
}

function cutBlock(
  block: AnswerBlock,
  maxTokens: number,
): { block: AnswerBlock; tokens: number; isWhole: boolean } {
  const text = block.type === "tool_call" ? block.arguments : block.text;
  const tokens = splitTokens(text);
  if (tokens.length <= maxTokens) return { block, tokens: tokens.length, isWhole: true };
  const kept = tokens.slice(0, maxTokens).join("");
  const cut = block.type === "tool_call" ? { ...block, arguments: kept } : { ...block, text: kept };
  return { block: cut, tokens: maxTokens, isWhole: false };
}
