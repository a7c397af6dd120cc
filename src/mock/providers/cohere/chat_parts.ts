import { isObject } from "../../../wire/json.ts";
import type { JsonObject } from "../../../wire/json.ts";
import type { Answer } from "../../result/answer.ts";
import type { AnswerBlock, TextBlock, ToolCallBlock } from "../../result/answer_choice.ts";

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
  const { thinking } = answer.ask.body;
  const hasCalls = blocks.some(({ type }) => type === "tool_call");
  const isAsked = isObject(thinking) && thinking.type === "enabled";
  const thought = hasCalls && !isAsked ? "plan" : "thinking";
  return blocks.flatMap((block, index) => partOf(block, index, thought, answer));
}

function partOf(
  block: AnswerBlock,
  index: number,
  thought: "plan" | "thinking",
  answer: Answer,
): readonly ChatPart[] {
  switch (block.type) {
    case "text":
      return [{ type: "text", text: block.text, citations: citationsOf(block) }];
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

function citationsOf({ text, citations }: TextBlock): readonly JsonObject[] {
  return citations.map(({ url, title, text: words, start = 0, end = text.length }, place) => {
    const id = `doc:${place}`;
    const document = {
      id,
      ...(title === undefined ? {} : { title }),
      ...(url === undefined ? {} : { url }),
      ...(words === undefined ? {} : { text: words }),
    };
    return {
      start,
      end,
      text: text.slice(start, end),
      sources: [{ type: "document", id, document }],
      type: "TEXT_CONTENT",
    };
  });
}
