import { shown } from "../shown.ts";
import type { ModelOutput, OutputToolCall } from "./chat_model.ts";

/**
 * Says what is wrong with the form of an answer of a model, to stand after "as".
 *
 * @param output The answer.
 * @returns `undefined` if nothing is.
 */
export function outputFault(output: unknown): string | undefined {
  if (typeof output !== "object" || output === null) {
    return `it must be an object: got ${shown(output)}`;
  }
  const { content = "", toolCalls = [] } = output as ModelOutput;
  if (typeof content !== "string") return `'content' must be a text: got ${shown(content)}`;
  const calls: unknown = toolCalls;
  if (Array.isArray(calls) && calls.every(isCall)) return undefined;
  const odd = Array.isArray(calls) ? calls.find((call) => !isCall(call)) : calls;
  return `'toolCalls' must be a list of { name, arguments }: got ${shown(odd)}`;
}

function isCall(call: unknown): boolean {
  const { name, arguments: args } = (call ?? {}) as Partial<OutputToolCall>;
  return typeof name === "string" && typeof args === "string";
}
