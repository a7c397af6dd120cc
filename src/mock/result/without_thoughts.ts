import type { AnswerChoice } from "./answer_choice.ts";

/**
 * Gives an answer without its thoughts, whose tokens then do not count either: for requests that forbid thinking.
 *
 * @param choice The answer.
 */
export function withoutThoughts(choice: AnswerChoice): AnswerChoice {
  return { ...choice, blocks: choice.blocks.filter(({ type }) => type !== "reasoning") };
}
