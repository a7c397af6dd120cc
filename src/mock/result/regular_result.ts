import type { AnswerBlock, AnswerChoice } from "./answer_choice.ts";
import type { JsonValue, ModelResult, ResultBlock, ResultToolCall } from "./model_result.ts";

/**
 * Makes a result regular: one list of blocks, and a reason.
 *
 * @param result The result.
 */
export function regularResult(result: ModelResult): AnswerChoice {
  const blocks = (result.blocks ?? blocksOf(result)).map(regularBlock);
  const hasCalls = blocks.some(({ type }) => type === "tool_call");
  const reason = result.finishReason ?? (hasCalls ? "tool_use" : "stop");
  return { blocks, reason, stopText: undefined };
}

/** Gives the text of a value: a text as it is, anything else as JSON. */
export function textOfValue(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value);
}

function blocksOf(result: ModelResult): readonly ResultBlock[] {
  const { reasoning, content, refusal, toolCalls, citations } = result;
  const thoughts = typeof reasoning === "string" ? [{ text: reasoning }] : reasoning ?? [];
  const blocks: ResultBlock[] = thoughts.map((piece) => ({ type: "reasoning", ...piece }));
  if (content !== undefined && content !== null) {
    blocks.push({ type: "text", text: textOfValue(content), citations });
  }
  if (refusal !== undefined) blocks.push({ type: "refusal", text: refusal });
  for (const call of toolCalls ?? []) blocks.push({ type: "tool_call", ...call });
  return blocks;
}

function regularBlock(block: ResultBlock): AnswerBlock {
  switch (block.type) {
    case "text":
      return { type: "text", text: block.text, citations: block.citations ?? [] };
    case "reasoning": {
      const { text = "", signature, redacted } = block;
      return { type: "reasoning", text, signature, redacted };
    }
    case "tool_call":
      return regularCall(block);
    case "refusal":
      return { type: "refusal", text: block.text };
  }
}

function regularCall({ id, name, arguments: args, input }: ResultToolCall): AnswerBlock {
  const text = input ?? textOfValue(args ?? {});
  return { type: "tool_call", id, name, arguments: text, custom: input !== undefined };
}
