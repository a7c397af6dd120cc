import { isObject } from "../../../wire/json.ts";
import type { JsonObject } from "../../../wire/json.ts";
import type { Answer } from "../../result/answer.ts";
import type { AnswerBlock, ToolCallBlock } from "../../result/answer_choice.ts";
import { citationsOf } from "./citations.ts";

/** One part of an answer, before it is written whole or in pieces. */
export type ChatPart =
  | { readonly type: "text"; readonly text: string; readonly citations: readonly JsonObject[] }
  | { readonly type: "thinking"; readonly text: string }
  | { readonly type: "plan"; readonly text: string }
  | {
    readonly type: "call";
    readonly id: string;
    readonly name: string;
    readonly arguments: string;
  };

/**
 * Gives the parts of an answer. Reasoning is thinking; before calls it is the plan, unless the request asks
 * for thinking. Cohere has no signatures, nothing redacted, and no place for a refusal but the text.
 *
 * @param answer The answer.
 */
export function chatParts(answer: Answer): readonly ChatPart[] {
  const { blocks } = answer.choices[0]!;
  const hasCalls = blocks.some(({ type }) => type === "tool_call");
  const thought = thoughtOf(answer.ask.body.thinking, hasCalls);
  return blocks.flatMap((block, index) => partOf(block, index, thought, answer));
}

/** How many citations the texts before a block have. */
function citationsBefore({ choices }: Answer, index: number): number {
  const before = choices[0]!.blocks.slice(0, index);
  return before.reduce(
    (sum, block) => sum + (block.type === "text" ? block.citations.length : 0),
    0,
  );
}

function thoughtOf(thinking: unknown, hasCalls: boolean): "plan" | "thinking" {
  const isAsked = isObject(thinking) && thinking.type === "enabled";
  return hasCalls && !isAsked ? "plan" : "thinking";
}

function partOf(
  block: AnswerBlock,
  index: number,
  thought: "plan" | "thinking",
  answer: Answer,
): readonly ChatPart[] {
  switch (block.type) {
    case "text":
      return [{
        type: "text",
        text: block.text,
        citations: citationsOf(answer, block, citationsBefore(answer, index)),
      }];
    case "refusal":
      return [{ type: "text", text: block.text, citations: [] }];
    case "reasoning":
      return block.text === "" ? [] : [{ type: thought, text: block.text }];
    case "tool_call":
      return [callOf(block, index, answer)];
  }
}

function callOf(call: ToolCallBlock, index: number, answer: Answer): ChatPart {
  const { id, name, arguments: args, custom } = call;
  return {
    type: "call",
    id: id ?? `${name}_${answer.newId("", `call:${index}`, 12).toLowerCase()}`,
    name,
    // Cohere has no tools whose input is free text: it is the one member of an object here.
    arguments: custom ? JSON.stringify({ input: args }) : args,
  };
}
