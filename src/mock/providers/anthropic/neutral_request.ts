import { arrayOf, isObject } from "../../../wire/json.ts";
import type { JsonObject } from "../../../wire/json.ts";
import type { TextForm } from "../../request/ask.ts";
import { isRunByProvider } from "../../request/offered_tools.ts";
import type { ModelMessage } from "../../request/model_request.ts";
import { messagesOfTurns } from "./messages_of_turns.ts";
import { toolsOf } from "./tool_changes.ts";

/**
 * Gives a request in the form of chat completions.
 *
 * @param body The request, checked.
 */
export function neutralRequest(
  body: JsonObject,
): Record<string, unknown> & { readonly messages: readonly ModelMessage[] } {
  const { system, messages, tools: _, tool_choice: choice, stop_sequences: stop, ...rest } = body;
  const tools = toolsOf(body);
  const form = textForm(body);
  return {
    ...rest,
    messages: messagesOfTurns(system, messages as readonly JsonObject[]),
    ...(tools.length > 0 || Array.isArray(body.tools) ? { tools: tools.map(neutralTool) } : {}),
    ...(isObject(choice) ? neutralChoice(choice, tools) : {}),
    ...(Array.isArray(stop) ? { stop } : {}),
    ...(form.type === "schema" ? { response_format: responseFormat(form.schema) } : {}),
  };
}

/**
 * Gives the form in which a request wants the text; Anthropic promises it for every schema.
 *
 * @param body The request.
 */
export function textForm({ output_config: config, output_format: trial }: JsonObject): TextForm {
  const format = isObject(config) && isObject(config.format) ? config.format : trial;
  return isObject(format) && isObject(format.schema)
    ? { type: "schema", schema: format.schema, strict: true }
    : { type: "text" };
}

/**
 * Gives the texts at which the answer to a request stops.
 *
 * @param body The request, checked.
 */
export function stopTexts(body: JsonObject): readonly string[] {
  return arrayOf(body.stop_sequences) as readonly string[];
}

function responseFormat(schema: JsonObject): JsonObject {
  return { type: "json_schema", json_schema: { name: "output", schema } };
}

/** Anthropic's own tools, which have a type, are kept as they are. */
function neutralTool(tool: JsonObject): JsonObject {
  const { type, name, description, input_schema: parameters, strict } = tool;
  if (type !== undefined && type !== null && type !== "custom") return tool;
  return {
    type: "function",
    function: {
      name,
      ...(typeof description === "string" ? { description } : {}),
      parameters,
      ...(typeof strict === "boolean" ? { strict } : {}),
    },
  };
}

function neutralChoice(
  { type, name, disable_parallel_tool_use: isSingle }: JsonObject,
  tools: readonly JsonObject[],
): object {
  const choice = mayBeMet(type, name, tools)
    ? "auto"
    : type === "any"
    ? "required"
    : type === "tool"
    ? { type: "function", function: { name } }
    : type;
  return {
    tool_choice: choice,
    ...(typeof isSingle === "boolean" ? { parallel_tool_calls: !isSingle } : {}),
  };
}

/** A call that is forced may be of a tool that Anthropic runs; what a model says after it is free. */
function mayBeMet(type: unknown, name: unknown, tools: readonly JsonObject[]): boolean {
  if (type !== "any" && type !== "tool") return false;
  return tools.some((tool) => isRunByProvider(tool) && (type === "any" || tool.name === name));
}
