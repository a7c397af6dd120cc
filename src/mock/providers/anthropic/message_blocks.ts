import type { JsonObject } from "../../../wire/json.ts";
import { isObject } from "../../../wire/json.ts";
import type { Answer } from "../../result/answer.ts";
import type { AnswerBlock, ReasoningBlock, ToolCallBlock } from "../../result/answer_choice.ts";
import { citedTexts } from "./cited_texts.ts";
import { sourcesOf } from "./sources.ts";
import { wholeRequest } from "./thread.ts";
import { toolsOf } from "./tool_changes.ts";
import { toolsetOf } from "./toolsets.ts";

/** One content block of a message, before it is written whole or in pieces. */
export type MessageBlock =
  | { readonly type: "text"; readonly text: string; readonly citations: readonly JsonObject[] }
  | { readonly type: "thinking"; readonly thinking: string; readonly signature: string }
  | { readonly type: "redacted_thinking"; readonly data: string }
  | {
    readonly type: "tool_use";
    readonly id: string;
    readonly name: string;
    /** The toolset it is of; `undefined` if it is of none. */
    readonly toolset: string | undefined;
    /** The JSON text of the input. */
    readonly json: string;
  };

/** Base64 of what begins every signature; a made one is this and letters that the call decides. */
const SIGNATURE_HEAD = "EqoB";
const SIGNATURE_CHARS = 84;

/**
 * Gives the content blocks of an answer. The words of a refusal are none: they stand beside the reason.
 *
 * @param answer The answer.
 */
export function messageBlocks(answer: Answer): readonly MessageBlock[] {
  const [choice] = answer.choices;
  const request = wholeRequest(answer.ask.body, answer.turns);
  return choice!.blocks.flatMap((block, index) => blocksOf(block, index, answer, request));
}

function blocksOf(
  block: AnswerBlock,
  index: number,
  answer: Answer,
  request: JsonObject,
): readonly MessageBlock[] {
  switch (block.type) {
    case "text": {
      const newIndex = (place: number) => answer.newId("Eo8B", `cite:${index}:${place}`, 36);
      const sources = block.citations.length === 0 ? [] : sourcesOf(request);
      return citedTexts(block, sources, newIndex).map((piece) => ({ type: "text", ...piece }));
    }
    case "reasoning":
      return [thinkingBlock(block, index, answer)];
    case "tool_call":
      return [toolUseBlock(block, index, answer, request)];
    case "refusal":
      return [];
  }
}

function thinkingBlock(
  { text, signature, redacted }: ReasoningBlock,
  index: number,
  answer: Answer,
): MessageBlock {
  if (redacted !== undefined) return { type: "redacted_thinking", data: redacted };
  const { thinking } = answer.ask.body;
  const isOmitted = isObject(thinking) && thinking.display === "omitted";
  return {
    type: "thinking",
    thinking: isOmitted ? "" : text,
    signature: signature ??
      answer.newId(SIGNATURE_HEAD, `signature:${index}`, SIGNATURE_CHARS),
  };
}

function toolUseBlock(
  call: ToolCallBlock,
  index: number,
  answer: Answer,
  request: JsonObject,
): MessageBlock {
  const { id, name, arguments: args, custom } = call;
  return {
    type: "tool_use",
    id: id ?? answer.newId("toolu_01", `call:${index}`, 22),
    name,
    toolset: toolsetOf(name, toolsOf(request)),
    // Anthropic has no tools whose input is free text: it is the one member of an object here.
    json: custom ? JSON.stringify({ input: args }) : args,
  };
}
