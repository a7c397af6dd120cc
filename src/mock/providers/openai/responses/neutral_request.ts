import { arrayOf, isObject, stringOf } from "../../../../wire/json.ts";
import type { JsonObject } from "../../../../wire/json.ts";
import type { TextForm } from "../../../request/ask.ts";
import type { ModelMessage } from "../../../request/model_request.ts";
import { messagesOfItems } from "./messages_of_items.ts";

/**
 * Gives a request in the form of chat completions.
 *
 * @param body The request.
 * @param items The items of its conversation.
 */
export function neutralRequest(
  body: JsonObject,
  items: readonly JsonObject[],
): Record<string, unknown> & { readonly messages: readonly ModelMessage[] } {
  const { input: _, instructions, tools, tool_choice: choice, text, reasoning, ...rest } = body;
  const { max_output_tokens: maxTokens, ...others } = rest;
  const said = stringOf(instructions);
  const system: ModelMessage[] = said === "" ? [] : [{ role: "system", content: said }];
  const effort = isObject(reasoning) ? reasoning.effort ?? undefined : undefined;
  const format = responseFormat(text);
  return {
    ...others,
    messages: [...system, ...messagesOfItems(items)],
    ...neutralTools(tools, items),
    ...(choice === undefined ? {} : { tool_choice: neutralChoice(choice) }),
    ...(maxTokens === undefined ? {} : { max_completion_tokens: maxTokens }),
    ...(format === undefined ? {} : { response_format: format }),
    ...(effort === undefined ? {} : { reasoning_effort: effort }),
  };
}

/**
 * Gives the form in which a request wants the text.
 *
 * @param text The member of the request.
 */
export function textForm(text: unknown): TextForm {
  const format = isObject(text) && isObject(text.format) ? text.format : {};
  if (format.type === "json_object") return { type: "json" };
  return format.type === "json_schema" && isObject(format.schema)
    ? { type: "schema", schema: format.schema, strict: format.strict === true }
    : { type: "text" };
}

function responseFormat(text: unknown): JsonObject | undefined {
  const format = isObject(text) ? text.format : undefined;
  if (!isObject(format)) return undefined;
  const { type, ...schema } = format;
  return type === "json_schema" ? { type, json_schema: schema } : format;
}

/** Also those that the conversation brought. */
function neutralTools(tools: unknown, items: readonly JsonObject[]): object {
  const brought = items.filter(({ type }) => type === "additional_tools")
    .flatMap((item) => arrayOf(item.tools));
  if (!Array.isArray(tools) && brought.length === 0) return {};
  return { tools: [...arrayOf(tools), ...brought].map(neutralTool) };
}

function neutralTool(tool: unknown): unknown {
  if (!isObject(tool)) return tool;
  const { type, ...inner } = tool;
  if (type === "namespace") return { ...tool, tools: arrayOf(tool.tools).map(neutralTool) };
  if (type === "function") return { type, function: inner };
  return type === "custom" ? { type, custom: inner } : tool;
}

function neutralChoice(choice: unknown): unknown {
  if (!isObject(choice)) return choice;
  const { type, ...inner } = choice;
  if (type !== "allowed_tools") return neutralTool(choice);
  const tools = arrayOf(inner.tools).map(neutralTool);
  return { type, allowed_tools: { ...inner, tools } };
}
