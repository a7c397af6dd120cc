import type { Answer } from "../../result/answer.ts";
import type { AnswerChoice } from "../../result/answer_choice.ts";
import { invalid } from "../problem.ts";
import { promptsOf } from "./read_completions.ts";

/** The text of one choice of a completion. */
export interface CompletionText {
  /** The prompt it goes on from. */
  readonly prompt: string;
  /** What is sent: the answer, after the prompt if the request wants that. */
  readonly text: string;
}

/**
 * Gives the text of each choice.
 *
 * @param answer The answer; its choices are those of the first prompt, then those of the next.
 * @throws {ProviderProblem} If the result calls a tool, for which a completion has no place.
 */
export function completionTexts(answer: Answer): readonly CompletionText[] {
  const { request } = answer.ask;
  const prompts = promptsOf(request.prompt);
  const each = answer.choices.length / prompts.length;
  return answer.choices.map((choice, index) => {
    const prompt = prompts[Math.floor(index / each)]!;
    const text = textOf(choice);
    return { prompt, text: request.echo === true ? prompt + text : text };
  });
}

function textOf({ blocks }: AnswerChoice): string {
  if (blocks.some(({ type }) => type === "tool_call")) {
    throw invalid(
      "The mock's result calls a tool, and v1/completions has no place for calls: give the rule a 'surface' or another result",
      undefined,
      { code: "mock_result_conflict" },
    );
  }
  return blocks.map((block) => block.type === "text" || block.type === "refusal" ? block.text : "")
    .join("");
}
