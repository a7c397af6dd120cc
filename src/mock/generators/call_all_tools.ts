import { isObject, stringOf } from "../../wire/json.ts";
import { isRunByProvider, offeredTools } from "../request/offered_tools.ts";
import type { ResultToolCall } from "../result/model_result.ts";
import type { Generator } from "../rules/reply.ts";
import { SchemaValue } from "./schema_value.ts";
import { withoutOptions } from "./without_options.ts";

/**
 * Calls every tool on offer once, but those that the provider runs, with the smallest arguments that satisfy its
 * schema; then answers with what they gave, as JSON. The shortest test of whether an agent's loop goes round and ends.
 *
 * @param none It has no options.
 * @throws {TypeError} If it is given any.
 */
export function callAllTools(...none: readonly never[]): Generator {
  withoutOptions("callAllTools", none);
  return (request, { toolResults, random }) => {
    const tools = offeredTools(request).filter((tool) => !isRunByProvider(tool));
    const calls = tools.flatMap((tool) => callOf(tool, random));
    if (toolResults.length > 0 || calls.length === 0) {
      return { content: toolResults.map(({ callId, text }) => ({ callId, text })) };
    }
    return { toolCalls: calls };
  };
}

function callOf(tool: unknown, random: () => number): readonly ResultToolCall[] {
  if (!isObject(tool)) return [];
  if (isObject(tool.custom)) return [{ name: stringOf(tool.custom.name), input: "text" }];
  const { name, parameters } = isObject(tool.function) ? tool.function : tool;
  if (typeof name !== "string") return [];
  const schema = isObject(parameters) ? parameters : { type: "object" };
  return [{ name, arguments: new SchemaValue(schema, random).make() }];
}
