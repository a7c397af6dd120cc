import type { Ask } from "../request/ask.ts";
import { countTokens, splitTokens } from "../tokens/split_tokens.ts";
import type { AnswerBlock, AnswerChoice, TextBlock } from "./answer_choice.ts";

/**
 * Ends an answer where the request says it must end: before a stop text, or after its most tokens, reasoning
 * included. A call of a tool whose name no longer fits is left out; one whose arguments do not fit is cut
 * within them, as a provider cuts it.
 *
 * @param choice The answer.
 * @param ask What was asked.
 */
export function limitedChoice(
  choice: AnswerChoice,
  ask: Pick<Ask, "stop" | "maxTokens">,
): AnswerChoice {
  return withinTokens(beforeStop(choice, ask.stop), ask.maxTokens);
}

/** The texts of all blocks are one text to a provider: a stop text may begin in one and end in another. */
function beforeStop(choice: AnswerChoice, stop: readonly string[]): AnswerChoice {
  if (stop.length === 0) return choice;
  const text = choice.blocks.map((block) => block.type === "text" ? block.text : "").join("");
  const found = firstStop(text, stop);
  if (found === undefined) return choice;
  return { blocks: firstChars(choice.blocks, found.at), reason: "stop", stopText: found.text };
}

/** Which stop text a model reaches first: the one that ends first, and of two the one that began first. */
function firstStop(
  text: string,
  stop: readonly string[],
): { readonly at: number; readonly text: string } | undefined {
  let first: { at: number; text: string } | undefined;
  let firstEnd = Infinity;
  for (const word of stop) {
    const at = word === "" ? -1 : text.indexOf(word);
    const end = at + word.length;
    if (at < 0 || end > firstEnd || (end === firstEnd && at >= first!.at)) continue;
    first = { at, text: word };
    firstEnd = end;
  }
  return first;
}

/** Gives the blocks up to a place in their text; nothing that follows it was ever written. */
function firstChars(blocks: readonly AnswerBlock[], chars: number): readonly AnswerBlock[] {
  const kept: AnswerBlock[] = [];
  let left = chars;
  for (const block of blocks) {
    if (block.type !== "text") {
      kept.push(block);
      continue;
    }
    if (block.text.length > left) {
      if (left > 0) kept.push(cutText(block, left));
      return kept;
    }
    kept.push(block);
    left -= block.text.length;
  }
  return kept;
}

function cutText(block: TextBlock, chars: number): TextBlock {
  const citations = block.citations.filter(({ start = 0 }) => start < chars)
    .map((citation) =>
      citation.end === undefined || citation.end <= chars ? citation : { ...citation, end: chars }
    );
  return { ...block, text: block.text.slice(0, chars), citations };
}

function withinTokens(choice: AnswerChoice, maxTokens: number | undefined): AnswerChoice {
  if (maxTokens === undefined) return choice;
  const blocks: AnswerBlock[] = [];
  let left = maxTokens;
  for (const block of choice.blocks) {
    const cut = cutBlock(block, left);
    if (cut.block !== undefined) blocks.push(cut.block);
    if (cut.block !== block) return { blocks, reason: "length", stopText: undefined };
    left -= cut.tokens;
  }
  return choice;
}

/** Gives what fits of a block: itself if all of it does, nothing if nothing does. */
function cutBlock(
  block: AnswerBlock,
  maxTokens: number,
): { readonly block: AnswerBlock | undefined; readonly tokens: number } {
  const isCall = block.type === "tool_call";
  const nameTokens = isCall ? countTokens(block.name) : 0;
  const text = isCall ? block.arguments : block.text;
  const tokens = splitTokens(text);
  const left = maxTokens - nameTokens;
  if (tokens.length <= left) return { block, tokens: nameTokens + tokens.length };
  if (isCall ? left < 0 : left === 0) return { block: undefined, tokens: 0 };
  const kept = tokens.slice(0, left).join("");
  const cut = isCall
    ? { ...block, arguments: kept }
    : block.type === "text"
    ? cutText(block, kept.length)
    : { ...block, text: kept };
  return { block: cut, tokens: maxTokens };
}
