import { isObject } from "../../../../wire/json.ts";
import type { JsonObject } from "../../../../wire/json.ts";
import { parsedOrUndefined } from "../../../../wire/json_text.ts";
import type { Answer } from "../../../result/answer.ts";
import type { AnswerBlock, AnswerChoice, ToolCallBlock } from "../../../result/answer_choice.ts";
import { signsCalls } from "../request/thought_signatures.ts";

/** A part of a candidate before it is written. */
export type PlannedPart =
  | { readonly type: "thought" | "text"; readonly text: string; readonly signature?: string }
  | {
    readonly type: "call";
    readonly name: string;
    readonly args: JsonObject;
    readonly argsText: string;
    readonly id: string | undefined;
    readonly signature?: string;
  };

/** What a candidate is made of. */
export interface CandidatePlan {
  /** Its parts. */
  readonly parts: readonly PlannedPart[];
  /** A call whose arguments are no object, and which Gemini therefore does not give. */
  readonly malformed: ToolCallBlock | undefined;
}

/**
 * Lays out the parts of a candidate. A signature stands where Gemini puts it: on the first call that follows
 * the thoughts it proves, else on the last text, else on an empty one.
 *
 * @param answer The answer.
 * @param choice The choice.
 * @param index Its number.
 */
export function plannedParts(answer: Answer, choice: AnswerChoice, index: number): CandidatePlan {
  const parts: PlannedPart[] = [];
  let malformed: ToolCallBlock | undefined;
  let start = 0;
  let signature: string | undefined;
  let calls = 0;
  const sign = () => {
    if (signature !== undefined) placeSignature(parts, start, signature);
    start = parts.length;
    signature = undefined;
  };
  const isSigning = signsCalls(answer.ask.request.model);
  const isShown = showsThoughts(answer);
  for (const block of choice.blocks) {
    const proof = proofOf(block);
    if (proof !== undefined && signature !== undefined) sign();
    signature = proof ?? signature;
    if (block.type !== "tool_call") {
      pushText(parts, block, isShown);
      continue;
    }
    const call = callPart(answer, block, `${index}:${calls++}`, isSigning);
    if (call === undefined) malformed ??= block;
    else parts.push(call);
    if (call !== undefined && isSigning && calls === 1) {
      signature ??= answer.newId("", `signature:${index}`, 64);
    }
  }
  sign();
  return { parts, malformed };
}

/** What another provider encrypts is a signature to Gemini. */
function proofOf(block: AnswerBlock): string | undefined {
  return block.type === "reasoning" ? block.signature ?? block.redacted : undefined;
}

function pushText(
  parts: PlannedPart[],
  { type, text }: Exclude<AnswerBlock, ToolCallBlock>,
  isShown: boolean,
): void {
  if (type !== "reasoning") parts.push({ type: "text", text });
  else if (text !== "" && isShown) parts.push({ type: "thought", text });
}

/** A request may say that it wants to see no thoughts; one that says nothing gets those that the result has. */
function showsThoughts({ ask: { request } }: Answer): boolean {
  const { generationConfig: config } = request;
  const thinking = isObject(config) ? config.thinkingConfig : undefined;
  return !isObject(thinking) || thinking.includeThoughts !== false;
}

/** The free text of a custom tool, which Gemini does not have, is the only argument of a function. */
function callPart(
  answer: Answer,
  { id, name, arguments: text, custom }: ToolCallBlock,
  key: string,
  hasId: boolean,
): PlannedPart | undefined {
  const args = custom ? { input: text } : parsedOrUndefined(text);
  if (!isObject(args)) return undefined;
  const ownId = id ?? (hasId ? answer.newId("", `call:${key}`, 8) : undefined);
  const argsText = custom ? JSON.stringify(args) : text;
  return { type: "call", name, args, argsText, id: ownId };
}

function placeSignature(parts: PlannedPart[], start: number, signature: string): void {
  const own = parts.slice(start);
  const call = own.findIndex(({ type }) => type === "call");
  const place = call >= 0 ? call : own.findLastIndex(({ type }) => type === "text");
  if (place < 0) parts.push({ type: "text", text: "", signature });
  else parts[start + place] = { ...own[place]!, signature };
}
