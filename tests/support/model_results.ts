import fc from "fast-check";
import type { ModelResult, ResultBlock } from "../../src/mock/result/model_result.ts";
import { argumentTexts, texts } from "./turns.ts";

/** What the results of `modelResults()` may hold. */
export interface ResultShape {
  /** Whether there may be refusals and free text for custom tools. @default {true} */
  readonly special?: boolean;
}

/** Results of every kind: text, reasoning, calls, refusals, in any order. */
export function modelResults({ special = true }: ResultShape = {}): fc.Arbitrary<ModelResult> {
  const name = fc.stringMatching(/^[a-zA-Z0-9_-]{1,12}$/);
  const text = texts().map((words): ResultBlock => ({ type: "text", text: words }));
  const reasoning = texts().map((words): ResultBlock => ({ type: "reasoning", text: words }));
  const call = fc.tuple(name, argumentTexts()).map(([tool, args]): ResultBlock => ({
    type: "tool_call",
    name: tool,
    arguments: args,
  }));
  const custom = fc.tuple(name, texts(0)).map(([tool, input]): ResultBlock => ({
    type: "tool_call",
    name: tool,
    input,
  }));
  const refusal = texts().map((words): ResultBlock => ({ type: "refusal", text: words }));
  const block = special
    ? fc.oneof(text, reasoning, call, custom, refusal)
    : fc.oneof(text, reasoning, call);
  return fc.array(block, { maxLength: 5 }).map((blocks) => ({ blocks }));
}
