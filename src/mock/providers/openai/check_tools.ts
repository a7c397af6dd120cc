import { arrayOf, isObject, stringOf } from "../../../wire/json.ts";
import type { JsonObject } from "../../../wire/json.ts";
import { nameOfTool } from "../../request/offered_tools.ts";
import { choiceOf, namedTool } from "../../request/tool_choice.ts";
import { invalid } from "../problem.ts";
import { nestedFormat } from "./custom_format.ts";
import { aBoolean, anArray, aString, oneOfWords } from "./field_check.ts";
import type { FieldCheck } from "./field_check.ts";
import { members } from "./object_check.ts";
import { emptyText, longText, missing, wrongType, wrongWord } from "./refusals.ts";
import { functionSchemaFault } from "./function_schema.ts";
import { strictFault } from "./strict_schema.ts";

const MAX_TOOLS = 128;
const MAX_NAME_CHARS = 64;
const NAME_PATTERN = "^[a-zA-Z0-9_-]+$";
const NAME_REGEXP: RegExp = new RegExp(NAME_PATTERN);
const CHOICES: readonly string[] = ["none", "auto", "required"];

/** Requires the name of a tool: few letters, digits, `_` and `-`. */
export const aToolName: FieldCheck = (name, param) => {
  if (name === undefined) throw missing(param);
  if (typeof name !== "string") throw wrongType(param, "a string", name);
  if (name === "") throw emptyText(param);
  if (!NAME_REGEXP.test(name)) {
    throw invalid(
      `Invalid '${param}': string does not match pattern. Expected a string that matches the pattern '${NAME_PATTERN}'.`,
      param,
      { code: "invalid_value" },
    );
  }
  if (name.length > MAX_NAME_CHARS) throw longText(param, MAX_NAME_CHARS, name.length);
};

/** Requires the tools of a request. */
export const someTools: FieldCheck = (value, param) => {
  anArray(checkTool, { of: "objects", most: MAX_TOOLS })(value, param);
};

/** Requires the functions of a request in the form before tools. */
export const someFunctions: FieldCheck = (value, param) => {
  anArray((entry, place) => checkFunction(entry, place), {
    of: "function definitions",
    most: MAX_TOOLS,
  })(value, param);
};

function checkTool(tool: unknown, param: string): void {
  if (!isObject(tool)) throw wrongType(param, "an object", tool);
  const { type } = tool;
  if (type === undefined) throw missing(`${param}.type`);
  if (type !== "function" && type !== "custom") {
    throw wrongWord(`${param}.type`, String(type), ["function", "custom"]);
  }
  const definition = tool[type];
  if (definition === undefined) throw missing(`${param}.${type}`);
  if (type === "function") return checkFunction(definition, `${param}.function`);
  if (!isObject(definition)) throw wrongType(`${param}.custom`, "an object", definition);
  customTool(definition, `${param}.custom`);
}

const customTool = members(
  { name: aToolName, description: aString(), format: nestedFormat },
  ["name"],
);

function checkFunction(definition: unknown, param: string): void {
  if (!isObject(definition)) throw wrongType(param, "an object", definition);
  const { name, description, parameters, strict } = definition;
  aToolName(name, `${param}.name`);
  if (description !== undefined && description !== null) {
    aString()(description, `${param}.description`);
  }
  if (strict !== undefined && strict !== null) aBoolean(strict, `${param}.strict`);
  if (parameters === undefined || parameters === null) return;
  if (!isObject(parameters)) throw wrongType(`${param}.parameters`, "an object", parameters);
  const isEmpty = Object.keys(parameters).length === 0;
  const fault = strict === true
    ? strictFault(parameters)
    : isEmpty
    ? undefined
    : functionSchemaFault(parameters);
  if (fault === undefined) return;
  throw invalid(
    `Invalid schema for function '${stringOf(name)}': ${fault}`,
    `${param}.parameters`,
    { code: "invalid_function_parameters" },
  );
}

/** Requires what `function_call` may be. */
export const aFunctionCall: FieldCheck = (choice, param) => {
  if (!isObject(choice)) return oneOfWords("none", "auto")(choice, param);
  if (choice.name === undefined) throw missing(`${param}.name`);
};

/** Requires what `tool_choice` may be. */
export const aToolChoice: FieldCheck = (choice, param) => {
  if (typeof choice === "string") {
    if (!CHOICES.includes(choice)) throw wrongWord(param, choice, CHOICES);
    return;
  }
  if (!isObject(choice)) {
    throw wrongType(param, "one of one of 'none', 'auto', or 'required' or object", choice);
  }
  if (choice.type === "allowed_tools") return checkAllowed(choice.allowed_tools, param);
  const kind = choice.type === "custom" ? "custom" : "function";
  const named = choice[kind];
  if (named === undefined) throw missing(`${param}.${kind}`);
  if (!isObject(named)) throw wrongType(`${param}.${kind}`, "an object", named);
  if (named.name === undefined) throw missing(`${param}.${kind}.name`);
};

function checkAllowed(allowed: unknown, param: string): void {
  if (allowed === undefined) throw missing(`${param}.allowed_tools`);
  if (!isObject(allowed)) throw wrongType(`${param}.allowed_tools`, "an object", allowed);
  if (allowed.mode !== "auto" && allowed.mode !== "required") {
    throw wrongWord(`${param}.allowed_tools.mode`, String(allowed.mode), ["auto", "required"]);
  }
  anArray(() => {}, { of: "objects" })(allowed.tools, `${param}.allowed_tools.tools`);
}

/**
 * Requires that what a request says of its tools fits the tools it has.
 *
 * @param body The request, its members checked.
 */
export function requireToolsFit(body: JsonObject): void {
  const tools = arrayOf(body.tools);
  for (const name of ["tool_choice", "parallel_tool_calls"]) {
    const value = body[name];
    if (value === undefined || value === null || tools.length > 0) continue;
    throw invalid(
      `Invalid value for '${name}': '${name}' is only allowed when 'tools' are specified.`,
      name,
    );
  }
  const functions = arrayOf(body.functions);
  if ((body.function_call ?? null) !== null && functions.length === 0) {
    throw invalid(
      "Invalid value for 'function_call': 'function_call' is only allowed when 'functions' are specified.",
      "function_call",
    );
  }
  const named = namedTool(choiceOf(body));
  const offered = [...tools, ...functions];
  if (named === undefined || offered.some((tool) => nameOfTool(tool) === named)) return;
  // OpenAI names the members by their names before there were tools.
  throw invalid(
    `Invalid value for 'function_call': no function named '${named}' was specified in the 'functions' parameter.`,
    "function_call",
  );
}
