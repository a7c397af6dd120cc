import type { UnknownMembers } from "../../unknown_members.ts";
import { arrayOf, isObject, stringOf } from "../../../../wire/json.ts";
import type { JsonObject } from "../../../../wire/json.ts";
import { invalid } from "../../problem.ts";
import type { ProviderProblem } from "../../problem.ts";
import { aToolName } from "../check_tools.ts";
import { flatFormat } from "../custom_format.ts";
import { aBoolean, anObject, anything, aString, oneOfWords } from "../field_check.ts";
import { missing, wrongType, wrongWord } from "../refusals.ts";
import { functionSchemaFault } from "../function_schema.ts";
import { strictFault } from "../strict_schema.ts";
import { listOf, members } from "../object_check.ts";
import { checkHosted } from "./check_hosted.ts";

const allowedCallers = listOf(oneOfWords("direct", "programmatic"));

const functionTool = members({
  type: aString(),
  name: aToolName,
  description: aString(),
  parameters: anObject,
  output_schema: anObject,
  strict: aBoolean,
  allowed_callers: allowedCallers,
  async: aBoolean,
  defer_loading: aBoolean,
}, ["name"]);

const customTool = members({
  type: aString(),
  name: aToolName,
  description: aString(),
  format: flatFormat,
  allowed_callers: allowedCallers,
  async: aBoolean,
  defer_loading: aBoolean,
}, ["name"]);

/** The tools that OpenAI runs, or that have a form of their own; they are taken as they are. */
const OTHER_TOOLS = [
  "apply_patch",
  "code_interpreter",
  "computer",
  "computer_use_preview",
  "file_search",
  "image_generation",
  "local_shell",
  "mcp",
  "namespace",
  "programmatic_tool_calling",
  "shell",
  "tool_search",
  "web_search",
  "web_search_2025_08_26",
  "web_search_preview",
  "web_search_preview_2025_03_11",
];
const TOOLS = ["function", "custom", ...OTHER_TOOLS];

/**
 * Checks the tools of a request, and the one it chooses.
 *
 * @param body The request.
 * @param mode What happens to members that OpenAI does not have.
 * @throws {ProviderProblem} If OpenAI would refuse them.
 */
export function checkTools(body: JsonObject, mode: UnknownMembers): void {
  const { tools } = body;
  if (tools !== undefined && tools !== null) listOf(checkTool)(tools, "tools", mode);
  checkChoice(body.tool_choice ?? "auto", arrayOf(tools).filter(isObject), mode);
}

function checkTool(tool: unknown, path: string, mode?: UnknownMembers): void {
  if (!isObject(tool)) throw wrongType(path, "an object", tool);
  const { type } = tool;
  if (type === undefined) throw missing(`${path}.type`);
  if (!TOOLS.includes(stringOf(type))) throw wrongWord(`${path}.type`, String(type), TOOLS);
  if (type === "custom") return customTool(tool, path, mode);
  if (type === "function") {
    functionTool(tool, path, mode);
    return checkParameters(tool, path);
  }
  checkHosted(stringOf(type), tool, path);
  if (type === "namespace") listOf(checkTool)(tool.tools, `${path}.tools`, mode);
}

function checkParameters({ name, parameters, strict }: JsonObject, path: string): void {
  if (!isObject(parameters)) return;
  const fault = strict === true ? strictFault(parameters) : functionSchemaFault(parameters);
  if (fault === undefined) return;
  throw invalid(`Invalid schema for function '${name}': ${fault}`, `${path}.parameters`, {
    code: "invalid_function_parameters",
  });
}

const CHOICES = ["none", "auto", "required"];
const named = members({ type: aString(), name: aToolName }, ["name"]);
const allowed = members(
  { type: aString(), mode: oneOfWords("auto", "required"), tools: anything },
  [
    "mode",
    "tools",
  ],
);

function checkChoice(choice: unknown, tools: readonly JsonObject[], mode: UnknownMembers): void {
  const path = "tool_choice";
  if (typeof choice === "string") {
    if (!CHOICES.includes(choice)) throw wrongWord(path, choice, CHOICES);
    if (choice === "required" && tools.length === 0) {
      throw refused("Tool choice 'required' must be specified with 'tools' parameter.");
    }
    return;
  }
  if (!isObject(choice)) throw wrongType(path, "one of a string or an object", choice);
  if (choice.type === "allowed_tools") {
    allowed(choice, path, mode);
    return listOf((tool) => requireTool(isObject(tool) ? tool : {}, tools))(
      choice.tools,
      `${path}.tools`,
    );
  }
  const isNamed = choice.type === "function" || choice.type === "custom";
  if (isNamed) named(choice, path, mode);
  else oneOfWords(...TOOLS, COMPUTER)(choice.type, `${path}.type`);
  if (choice.type === "mcp") checkHosted("mcp", choice, path);
  requireTool(choice, tools);
}

/** What a choice may call either of the tools that use a computer. */
const COMPUTER = "computer_use";

function requireTool({ type, name }: JsonObject, tools: readonly JsonObject[]): void {
  const isThere = tools.some((tool) =>
    type === COMPUTER
      ? stringOf(tool.type).startsWith("computer")
      : tool.type === type && (name === undefined || tool.name === name)
  );
  if (isThere || type === "mcp") return;
  throw refused(`Tool choice '${name ?? type}' not found in 'tools' parameter.`);
}

function refused(message: string): ProviderProblem {
  return invalid(message, "tool_choice");
}
