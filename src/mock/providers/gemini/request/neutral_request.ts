import { arrayOf, isObject } from "../../../../wire/json.ts";
import type { JsonObject } from "../../../../wire/json.ts";
import type { TextForm } from "../../../request/ask.ts";
import type { ModelMessage } from "../../../request/model_request.ts";
import { jsonSchema, wantedSchema } from "./json_schema.ts";
import { messagesOfContents } from "./messages_of_contents.ts";

/** How a member of `generationConfig` is named in chat completions. */
const NAMES: Readonly<Record<string, string>> = {
  temperature: "temperature",
  topP: "top_p",
  topK: "top_k",
  candidateCount: "n",
  maxOutputTokens: "max_tokens",
  stopSequences: "stop",
  seed: "seed",
  presencePenalty: "presence_penalty",
  frequencyPenalty: "frequency_penalty",
  responseLogprobs: "logprobs",
  logprobs: "top_logprobs",
};

/**
 * Gives a request in the form of chat completions.
 *
 * @param request The request, read by its type and checked.
 * @param model The model.
 * @param stream Whether it is to be streamed.
 */
export function neutralRequest(
  request: JsonObject,
  model: string,
  stream: boolean,
): Record<string, unknown> & { readonly messages: readonly ModelMessage[] } {
  const { model: _, contents, systemInstruction, tools, ...rest } = request;
  const config = isObject(request.generationConfig) ? request.generationConfig : {};
  const isStrict = modeOf(request.toolConfig) === "VALIDATED";
  const offered = arrayOf(tools).flatMap((tool) => neutralTools(tool as JsonObject, isStrict));
  return {
    ...rest,
    model,
    messages: messagesOfContents(systemInstruction, arrayOf(contents) as readonly JsonObject[]),
    stream,
    ...(offered.length === 0 ? {} : { tools: offered }),
    ...neutralChoice(request.toolConfig),
    ...neutralConfig(config),
    ...responseFormat(config),
  };
}

/**
 * Gives the form in which a request wants the text; Gemini writes nothing that breaks a schema.
 *
 * @param config The request's `generationConfig`, read by its type.
 */
export function textForm(config: JsonObject): TextForm {
  const schema = wantedSchema(config);
  if (config.responseMimeType === "text/x.enum" && Array.isArray(schema?.enum)) {
    return { type: "enum", texts: schema.enum };
  }
  if (config.responseMimeType !== "application/json") return { type: "text" };
  return schema === undefined ? { type: "json" } : { type: "schema", schema, strict: true };
}

/** The text of an enum has a schema as well, although it is no JSON. */
function responseFormat(config: JsonObject): JsonObject {
  const schema = wantedSchema(config);
  if (schema !== undefined) {
    return {
      response_format: { type: "json_schema", json_schema: { name: "response", schema } },
    };
  }
  return textForm(config).type === "json" ? { response_format: { type: "json_object" } } : {};
}

function neutralConfig(config: JsonObject): JsonObject {
  const members = Object.entries(NAMES).filter(([name]) => config[name] !== undefined);
  return Object.fromEntries(members.map(([name, neutral]) => [neutral, config[name]]));
}

/** Functions become tools; Google's own tools are kept as they are. */
function neutralTools(tool: JsonObject, isStrict: boolean): readonly JsonObject[] {
  const { functionDeclarations, ...others } = tool;
  const functions = arrayOf(functionDeclarations)
    .map((entry) => neutralTool(entry as JsonObject, isStrict));
  return Object.keys(others).length === 0 ? functions : [...functions, others];
}

function neutralTool(declaration: JsonObject, isStrict: boolean): JsonObject {
  const { name, description, parameters, parametersJsonSchema } = declaration;
  const schema = isObject(parameters) ? jsonSchema(parameters) : parametersJsonSchema;
  return {
    type: "function",
    function: {
      name,
      ...(description === undefined ? {} : { description }),
      ...(schema === undefined ? {} : { parameters: schema }),
      ...(isStrict ? { strict: true } : {}),
    },
  };
}

/** How functions are to be called; in the mode `VALIDATED` as their schemas have it. */
function modeOf(config: unknown): unknown {
  const calling = isObject(config) ? config.functionCallingConfig : undefined;
  return isObject(calling) ? calling.mode : undefined;
}

function neutralChoice(config: unknown): JsonObject {
  const calling = isObject(config) ? config.functionCallingConfig : undefined;
  if (!isObject(calling)) return {};
  const allowed = arrayOf(calling.allowedFunctionNames);
  switch (calling.mode) {
    case "ANY":
      return {
        tool_choice: allowed.length === 1
          ? { type: "function", function: { name: allowed[0] } }
          : "required",
      };
    case "NONE":
      return { tool_choice: "none" };
    case "AUTO":
    case "VALIDATED":
      return { tool_choice: "auto" };
    default:
      return {};
  }
}
