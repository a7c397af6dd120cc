import { isObject, stringOf } from "../../../wire/json.ts";
import type { JsonObject } from "../../../wire/json.ts";
import { textOfContent } from "../../request/text_of_content.ts";
import { invalid } from "../problem.ts";
import type { FieldCheck } from "./field_check.ts";
import { aToolName } from "./check_tools.ts";
import { missing, wrongType, wrongWord } from "./refusals.ts";
import { notAnObject } from "./function_schema.ts";
import { strictFault } from "./strict_schema.ts";

const TYPES: readonly string[] = ["json_object", "json_schema", "text"];

/** Requires what `response_format` may be. */
export const aResponseFormat: FieldCheck = (format, param) => {
  if (!isObject(format)) throw wrongType(param, "an object", format);
  const { type, json_schema: wrapper } = format;
  if (type === undefined) throw missing(`${param}.type`);
  if (typeof type !== "string" || !TYPES.includes(type)) {
    throw wrongWord(`${param}.type`, String(type), TYPES);
  }
  if (type !== "json_schema") return;
  if (wrapper === undefined) throw missing(`${param}.json_schema`);
  if (!isObject(wrapper)) throw wrongType(`${param}.json_schema`, "an object", wrapper);
  aToolName(wrapper.name, `${param}.json_schema.name`);
  checkSchema(wrapper, param);
};

function checkSchema({ name, schema, strict }: JsonObject, param: string): void {
  if (schema === undefined) {
    if (strict === true) throw missing(`${param}.json_schema.schema`);
    return;
  }
  if (!isObject(schema)) throw wrongType(`${param}.json_schema.schema`, "an object", schema);
  const fault = strict === true
    ? strictFault(schema)
    : schema.type === undefined || schema.type === "object"
    ? undefined
    : notAnObject(schema);
  if (fault === undefined) return;
  throw invalid(`Invalid schema for response_format '${stringOf(name)}': ${fault}`, param);
}

/**
 * Requires that the messages ask for JSON in words where the request asks for it by `json_object`: a model
 * that is told only by the format may write blanks without end.
 *
 * @param body The request, its members checked.
 */
export function requireJsonWord(body: JsonObject): void {
  const { response_format: format, messages } = body;
  if (!isObject(format) || format.type !== "json_object") return;
  const isTold = (messages as readonly JsonObject[]).some(({ content }) =>
    /json/i.test(textOfContent(content))
  );
  if (isTold) return;
  throw invalid(
    "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.",
    "messages",
  );
}
