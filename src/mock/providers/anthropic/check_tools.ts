import { arrayOf, isObject, stringOf } from "../../../wire/json.ts";
import type { JsonObject } from "../../../wire/json.ts";
import { invalid } from "../problem.ts";
import type { UnknownMembers } from "../unknown_members.ts";
import { aCacheControl } from "./check_blocks.ts";
import {
  aBoolean,
  aDictionary,
  aList,
  aMatch,
  anything,
  aString,
  checkFields,
  optional,
  refused,
  required,
  someString,
  tagged,
  unknownTag,
} from "./field_check.ts";
import type { FieldCheck, Fields } from "./field_check.ts";

const CUSTOM: Fields = {
  type: optional(anything),
  name: required((name, path) => {
    someString()(name, path);
    aMatch("^[a-zA-Z0-9_-]{1,128}$")(name, path);
  }),
  description: optional(aString),
  input_schema: required((schema, path) => {
    aDictionary(schema, path);
    const { type } = schema as JsonObject;
    if (type === undefined) throw refused(`${path}.type`, "Field required");
    if (type !== "object") throw refused(`${path}.type`, "Input should be 'object'");
  }),
  cache_control: optional(aCacheControl),
  allowed_callers: optional(aList(aString)),
  defer_loading: optional(aBoolean),
  eager_input_streaming: optional(aBoolean),
  input_examples: optional(aList(aDictionary)),
  strict: optional(aBoolean),
};

/** Anthropic's own tools have a date in their type. */
const OWN_TOOL_REGEXP = /^[a-z0-9_]+_20\d{6}$/;

const OWN_TOOLS = ["bash_20250124", "text_editor_20250728", "web_search_20260318"] as const;

/** Requires the tools of a request. */
export const someTools: FieldCheck = (value, path, mode) => {
  aList(checkTool)(value, path, mode);
  const names = (value as readonly JsonObject[]).map(({ name }) => name)
    .filter((name) => name !== undefined);
  if (new Set(names).size < names.length) throw refused(path, "Tool names must be unique.");
};

function checkTool(tool: unknown, path: string, mode?: UnknownMembers): void {
  if (!isObject(tool)) throw refused(path, "Input should be an object");
  const { type } = tool;
  if (type === undefined || type === null || type === "custom") {
    return checkFields(tool, `${path}.custom`, CUSTOM, mode);
  }
  if (typeof type === "string" && OWN_TOOL_REGEXP.test(type)) return;
  throw refused(path, unknownTag(String(type), ["custom", ...OWN_TOOLS]));
}

function aChoice(fields: Fields): FieldCheck {
  return (value, path, mode) =>
    checkFields(value as JsonObject, path, { type: required(aString), ...fields }, mode);
}

const ONE_CALL: Fields = { disable_parallel_tool_use: optional(aBoolean) };

/** Requires what `tool_choice` may be. */
export const aToolChoice: FieldCheck = tagged({
  auto: aChoice(ONE_CALL),
  any: aChoice(ONE_CALL),
  none: aChoice({}),
  tool: aChoice({ name: required(aString), ...ONE_CALL }),
});

/**
 * Requires that the choice of a tool fits the tools.
 *
 * @param body The request, its members checked.
 */
export function requireToolsFit({ tools, tool_choice: choice }: JsonObject): void {
  if (!isObject(choice)) return;
  const offered = arrayOf(tools);
  if (offered.length === 0 && choice.type !== "none") {
    throw refused("tool_choice", "`tool_choice` may only be specified while providing `tools`.");
  }
  if (choice.type !== "tool") return;
  const name = stringOf(choice.name);
  if (offered.some((tool) => isObject(tool) && tool.name === name)) return;
  throw invalid(`Tool '${name}' not found in provided tools`, "tool_choice");
}
