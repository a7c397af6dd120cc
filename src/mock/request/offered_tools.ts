import { arrayOf, isObject, stringOf } from "../../wire/json.ts";
import type { JsonObject } from "../../wire/json.ts";
import type { ModelRequest } from "./model_request.ts";

/**
 * Gives the tools that a request offers, also those within a namespace, and those in OpenAI's form before tools,
 * `functions`.
 *
 * @param request The request.
 */
export function offeredTools({ tools, functions }: Pick<ModelRequest, string>): readonly unknown[] {
  const offered = arrayOf(tools).flatMap((tool) => namespaceTools(tool) ?? [tool]);
  return functions === undefined ? offered : [...offered, ...arrayOf(functions)];
}

/**
 * Gives the name of the namespace within which a request offers a tool; `undefined` if it is within none.
 *
 * @param request The request.
 * @param name The name of the tool.
 */
export function namespaceOfTool(
  { tools }: Pick<ModelRequest, string>,
  name: string,
): string | undefined {
  const holder = arrayOf(tools).find((tool) =>
    (namespaceTools(tool) ?? [tool]).some((inner) => nameOfTool(inner) === name)
  );
  return isNamespace(holder) ? stringOf(holder.name) : undefined;
}

function namespaceTools(tool: unknown): readonly unknown[] | undefined {
  return isNamespace(tool) ? arrayOf(tool.tools) : undefined;
}

function isNamespace(tool: unknown): tool is JsonObject {
  return isObject(tool) && tool.type === "namespace";
}

/** Gives the name of a tool: that of its definition, or its own where it is one. */
export function nameOfTool(tool: unknown): string {
  if (!isObject(tool)) return "";
  const definition = tool.function ?? tool.custom ?? tool;
  return isObject(definition) ? stringOf(definition.name) : "";
}

/** What the types of tools begin with that have a name and yet no client runs. */
const RUN_BY_PROVIDER_REGEXP = /^(?:advisor|code_execution|tool_search_tool|web_fetch|web_search)_/;

/**
 * Tells whether the provider runs a tool itself, so that a client never sees a call of it.
 *
 * @param tool The tool.
 */
export function isRunByProvider(tool: unknown): boolean {
  return isObject(tool) && RUN_BY_PROVIDER_REGEXP.test(stringOf(tool.type));
}
