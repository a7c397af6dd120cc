import { arrayOf, isObject, stringOf } from "../../../wire/json.ts";
import type { JsonObject } from "../../../wire/json.ts";
import { invalid } from "../problem.ts";
import { aCacheControl } from "./block_check.ts";
import { requireExamples, requireInputSchema } from "./check_input_schema.ts";
import { requireStrictForm } from "./check_strict_form.ts";
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
} from "./field_check.ts";
import type { FieldCheck, Fields } from "./field_check.ts";
import { OWN_TOOLS, someCallers, TRIAL_TOOLS } from "./own_tools.ts";

const MAX_NAME_CHARS = 128;

const CUSTOM: Fields = {
  type: optional(anything),
  name: required((name, path) => {
    someString(MAX_NAME_CHARS)(name, path);
    aMatch("^[a-zA-Z0-9_-]{1,128}$")(name, path);
  }),
  description: optional(aString),
  input_schema: required(requireInputSchema),
  cache_control: optional(aCacheControl),
  allowed_callers: optional(someCallers),
  defer_loading: optional(aBoolean),
  eager_input_streaming: optional(aBoolean),
  input_examples: optional(aList(aDictionary)),
  strict: optional(aBoolean),
};

const aCustomTool: FieldCheck = (tool, path, mode) => {
  checkFields(tool as JsonObject, path, CUSTOM, mode);
  const { input_schema: schema, input_examples: examples, strict } = tool as JsonObject;
  requireExamples(schema as JsonObject, arrayOf(examples), path);
  if (strict === true) requireStrictForm(schema as JsonObject, path);
};

/**
 * Makes the check of a tool.
 *
 * @param isTrial Whether the tools of trials are known.
 */
export function aTool(isTrial: boolean): FieldCheck {
  const byType = tagged({ custom: aCustomTool, ...(isTrial ? TRIAL_TOOLS : OWN_TOOLS) });
  return (tool, path, mode) => {
    if (!isObject(tool)) throw refused(path, "Input should be an object");
    const { type } = tool;
    if (type === undefined || type === null) return aCustomTool(tool, `${path}.custom`, mode);
    byType(tool, path, mode);
  };
}

/**
 * Makes the check of the tools of a request.
 *
 * @param isTrial Whether the tools of trials are known.
 */
export function someTools(isTrial: boolean): FieldCheck {
  const all = aList(aTool(isTrial));
  return (value, path, mode) => {
    all(value, path, mode);
    const tools = value as readonly JsonObject[];
    const names = tools.map(({ name }) => name).filter((name) => name !== undefined);
    if (new Set(names).size < names.length) throw refused(path, "Tool names must be unique.");
    requireLoaded(tools);
  };
}

/** A tool that is loaded later is not in the cache, and some must be there from the beginning. */
function requireLoaded(tools: readonly JsonObject[]): void {
  const deferred = tools.filter(({ defer_loading: isDeferred }) => isDeferred === true);
  const cached = deferred.find(({ cache_control: cache }) => isObject(cache));
  if (cached !== undefined) {
    throw invalid(
      `Tool '${
        stringOf(cached.name)
      }' cannot have both defer_loading=true and cache_control set. Tools with defer_loading cannot use prompt caching.`,
    );
  }
  if (deferred.length === 0 || deferred.length < tools.length) return;
  throw invalid("All tools have defer_loading set. At least one tool must be non-deferred.");
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
 * @param choice The choice, checked.
 * @param offered The tools.
 */
export function requireToolsFit(choice: unknown, offered: readonly JsonObject[]): void {
  if (!isObject(choice)) return;
  if (offered.length === 0 && choice.type !== "none") {
    throw refused("tool_choice", "`tool_choice` may only be specified while providing `tools`.");
  }
  if (choice.type !== "tool") return;
  const name = stringOf(choice.name);
  if (offered.some((tool) => tool.name === name)) return;
  throw invalid(`Tool '${name}' not found in provided tools`, "tool_choice");
}
