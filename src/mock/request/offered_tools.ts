import { arrayOf, isObject, stringOf } from "../../wire/json.ts";
import type { ModelRequest } from "./model_request.ts";

/**
 * Gives the tools that a request offers, also those in OpenAI's form before tools, `functions`.
 *
 * @param request The request.
 */
export function offeredTools({ tools, functions }: Pick<ModelRequest, string>): readonly unknown[] {
  const offered = arrayOf(tools);
  return functions === undefined ? offered : [...offered, ...arrayOf(functions)];
}

/** Gives the name of a tool: that of its definition, or its own where it is one. */
export function nameOfTool(tool: unknown): string {
  if (!isObject(tool)) return "";
  const definition = tool.function ?? tool.custom ?? tool;
  return isObject(definition) ? stringOf(definition.name) : "";
}
