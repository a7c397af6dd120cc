import type { Answer, AnswerUsage } from "./answer.ts";
import type { AnswerBlock, ToolCallBlock } from "./answer_choice.ts";

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

/** What a record keeps of an answer. */
export interface SaidResult {
  /** The text. */
  readonly text: string;
  /** The calls of tools. */
  readonly calls: readonly Omit<GeneratedToolCall, "id">[];
}

/** Gives what a record keeps of an answer: the text and the calls of its first choice. */
export function saidOf({ choices }: Answer): SaidResult {
  const { blocks } = choices[0]!;
  const calls = callsOf(blocks).map(({ name, arguments: args }) =>
    Object.freeze({ name, arguments: args })
  );
  return { text: joined(blocks, "text"), calls: Object.freeze(calls) };
}

function callsOf(blocks: readonly AnswerBlock[]): readonly ToolCallBlock[] {
  return blocks.filter((block) => block.type === "tool_call");
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
  return Object.freeze({
    id: answer.id ?? answer.name,
    model: answer.model,
    content: joined(blocks, "text"),
    reasoning: joined(blocks, "reasoning"),
    refusal: joined(blocks, "refusal"),
    toolCalls: callsOf(blocks).map(({ id, name, arguments: args }, index) => ({
      id: id ?? answer.newId("call_", `call:0:${index}`),
      name,
      arguments: args,
    })),
    finishReason: reason,
    usage: answer.usage,
  });
}
