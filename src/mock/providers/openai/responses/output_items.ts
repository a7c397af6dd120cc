import type { JsonObject } from "../../../../wire/json.ts";
import type { Answer } from "../../../result/answer.ts";
import type {
  AnswerBlock,
  ReasoningBlock,
  RefusalBlock,
  TextBlock,
  ToolCallBlock,
} from "../../../result/answer_choice.ts";
import { namespaceOfTool } from "../../../request/offered_tools.ts";
import { logprobObject, tokenLogprobs } from "../../token_logprobs.ts";
import { annotationsOf } from "./annotations.ts";
import { includes, topLogprobs } from "./includes.ts";

/** A message of the output: its parts, one after the other. */
export interface MessageItem {
  readonly type: "message";
  readonly id: string;
  readonly parts: readonly (TextBlock | RefusalBlock)[];
}

/** A piece of reasoning of the output. */
export interface ReasoningItem {
  readonly type: "reasoning";
  readonly id: string;
  readonly parts: readonly ReasoningBlock[];
  /** The encrypted reasoning, where the request asks for it. */
  readonly encrypted: string | undefined;
}

/** A call of the output. */
export interface CallItem {
  readonly type: "function_call" | "custom_tool_call";
  readonly id: string;
  readonly callId: string;
  /** The namespace that the tool is in, if it is in one. */
  readonly namespace: string | undefined;
  readonly call: ToolCallBlock;
}

/** An item of a response's output, before it is written. */
export type OutputItem = MessageItem | ReasoningItem | CallItem;

/**
 * Gives the output of an answer: neighbouring texts and refusals are one message, neighbouring pieces of
 * reasoning one item until one has a proof.
 *
 * @param answer The answer.
 */
export function outputItems(answer: Answer): readonly OutputItem[] {
  const items: OutputItem[] = [];
  let calls = 0;
  for (const group of groups(answer.choices[0]?.blocks ?? [])) {
    const key = `item:${items.length}`;
    const [first] = group;
    if (first?.type !== "tool_call") items.push(groupItem(group, key, answer));
    else items.push(callItem(first, calls++, key, answer));
  }
  return items;
}

/** The characters of an item's id after its prefix. */
const ID_CHARS = 50;

function callItem(call: ToolCallBlock, index: number, key: string, answer: Answer): CallItem {
  return {
    type: call.custom ? "custom_tool_call" : "function_call",
    id: answer.newId(call.custom ? "ctc_" : "fc_", key, ID_CHARS),
    callId: call.id ?? answer.newId("call_", `call:0:${index}`),
    namespace: namespaceOfTool(answer.ask.request, call.name),
    call,
  };
}

function groupItem(group: readonly AnswerBlock[], key: string, answer: Answer): OutputItem {
  const thoughts = group.filter((block) => block.type === "reasoning");
  if (thoughts.length === 0) {
    const parts = group.filter((block) => block.type === "text" || block.type === "refusal");
    return { type: "message", id: answer.newId("msg_", key, ID_CHARS), parts };
  }
  const last = thoughts.at(-1);
  const encrypted = includes(answer.ask, "reasoning.encrypted_content")
    ? last?.redacted ?? last?.signature ?? answer.newId("gAAAAA", `${key}:encrypted`, 94)
    : undefined;
  const parts = thoughts.filter(({ text }) => text !== "");
  return { type: "reasoning", id: answer.newId("rs_", key, ID_CHARS), parts, encrypted };
}

function* groups(blocks: readonly AnswerBlock[]): Generator<readonly AnswerBlock[]> {
  let group: AnswerBlock[] = [];
  for (const block of blocks) {
    const last = group.at(-1);
    if (last !== undefined && !isContinued(last, block)) {
      yield group;
      group = [];
    }
    group.push(block);
  }
  if (group.length > 0) yield group;
}

function isContinued(last: AnswerBlock, next: AnswerBlock): boolean {
  if (last.type === "tool_call" || next.type === "tool_call") return false;
  if (last.type !== "reasoning") return next.type !== "reasoning";
  const isProven = last.signature !== undefined || last.redacted !== undefined;
  return next.type === "reasoning" && !isProven && next.redacted === undefined;
}

/** How far an item is: begun, whole, or cut. */
export type ItemStatus = "in_progress" | "completed" | "incomplete";

/**
 * Gives an item as the wire has it. One that is in progress has no text yet.
 *
 * @param item The item.
 * @param status How far it is.
 * @param answer The answer it is of.
 */
export function itemObject(item: OutputItem, status: ItemStatus, answer: Answer): JsonObject {
  const isBegun = status === "in_progress";
  switch (item.type) {
    case "message": {
      const content = isBegun ? [] : item.parts.map((part) => partObject(part, answer));
      return { id: item.id, type: "message", status, content, role: "assistant" };
    }
    case "reasoning": {
      const summary = isBegun ? [] : item.parts.map(({ text }) => ({ type: "summary_text", text }));
      const { id, encrypted } = item;
      return encrypted === undefined
        ? { id, type: "reasoning", summary }
        : { id, type: "reasoning", encrypted_content: encrypted, summary };
    }
    case "function_call":
      return {
        id: item.id,
        type: item.type,
        status,
        arguments: isBegun ? "" : item.call.arguments,
        call_id: item.callId,
        name: item.call.name,
        ...(item.namespace === undefined ? {} : { namespace: item.namespace }),
      };
    case "custom_tool_call":
      return {
        id: item.id,
        type: item.type,
        status,
        call_id: item.callId,
        input: isBegun ? "" : item.call.arguments,
        name: item.call.name,
        ...(item.namespace === undefined ? {} : { namespace: item.namespace }),
      };
  }
}

/** Gives a part of a message as the wire has it when it is whole. */
export function partObject(part: TextBlock | RefusalBlock, answer: Answer): JsonObject {
  if (part.type === "refusal") return { type: "refusal", refusal: part.text };
  const { text } = part;
  const top = topLogprobs(answer.ask);
  const logprobs = top === undefined ? [] : tokenLogprobs(text, top).map(logprobObject);
  return { type: "output_text", annotations: annotationsOf(part, answer), logprobs, text };
}
