import type { Answer, AnswerUsage } from "./answer.ts";
import type { AnswerBlock } from "./answer_choice.ts";

/** A call of a tool in a {@linkcode GeneratedResult}. */
export interface GeneratedToolCall {
  /** The id of the call. */
  readonly id: string;
  /** The tool's name. */
  readonly name: string;
  /** The JSON text of the arguments, or the free text of a custom tool's call. */
  readonly arguments: string;
}

/** What a mock answers in process. */
export interface GeneratedResult {
  /** The id of the response. */
  readonly id: string;
  /** The model that says it answered. */
  readonly model: string;
  /** The text. */
  readonly content: string;
  /** The reasoning. */
  readonly reasoning: string;
  /** The words by which the model refuses. */
  readonly refusal: string;
  /** The calls of tools. */
  readonly toolCalls: readonly GeneratedToolCall[];
  /** Why the turn ended: `stop`, `tool_use`, `length`, `filtered`, or a provider's own word. */
  readonly finishReason: string;
  /** The tokens. */
  readonly usage: AnswerUsage;
}

/** Gives the text of the first choice of an answer. */
export function textOf({ choices }: Answer): string {
  return joined(choices[0]!.blocks, "text");
}

function joined(blocks: readonly AnswerBlock[], type: "text" | "reasoning" | "refusal"): string {
  let text = "";
  for (const block of blocks) {
    if (block.type === type) text += block.text;
  }
  return text;
}

/** Gives an answer in the neutral form. */
export function generatedResult(answer: Answer): GeneratedResult {
  const [{ blocks, reason }] = answer.choices as [Answer["choices"][0]];
  const calls = blocks.filter((block) => block.type === "tool_call");
  return Object.freeze({
    id: answer.id ?? answer.name,
    model: answer.model,
    content: joined(blocks, "text"),
    reasoning: joined(blocks, "reasoning"),
    refusal: joined(blocks, "refusal"),
    toolCalls: calls.map(({ id, name, arguments: args }, index) => ({
      id: id ?? answer.newId("call_", `call:0:${index}`),
      name,
      arguments: args,
    })),
    finishReason: reason,
    usage: answer.usage,
  });
}
