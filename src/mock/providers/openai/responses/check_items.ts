import { isObject, stringOf } from "../../../../wire/json.ts";
import type { JsonObject } from "../../../../wire/json.ts";
import { invalid } from "../../problem.ts";
import { aToolName } from "../check_tools.ts";
import { aString } from "../field_check.ts";
import { missing, wrongType, wrongWord } from "../refusals.ts";
import { filledText, listOf } from "./checks.ts";

const MAX_CALL_ID_CHARS = 64;
const aText = aString();
const callId = filledText(MAX_CALL_ID_CHARS);

const ROLES = ["assistant", "system", "developer", "user"];
const SAID_PARTS = ["output_text", "refusal"];
const GIVEN_PARTS = ["input_text", "input_image", "input_file", "input_audio"];

/** The items that only tools of OpenAI's own have; they are taken as they are. */
const OTHER_ITEMS = [
  "additional_tools",
  "apply_patch_call",
  "apply_patch_call_output",
  "code_interpreter_call",
  "compaction",
  "compaction_trigger",
  "computer_call",
  "computer_call_output",
  "configuration_update",
  "file_search_call",
  "image_generation_call",
  "local_shell_call",
  "local_shell_call_output",
  "mcp_approval_request",
  "mcp_approval_response",
  "mcp_call",
  "mcp_list_tools",
  "program",
  "program_output",
  "shell_call",
  "shell_call_output",
  "tool_search_call",
  "tool_search_output",
  "web_search_call",
];

const ITEMS: Readonly<Record<string, (item: JsonObject, path: string) => void>> = {
  message,
  function_call: (item, path) => {
    call(item, path);
    required(item, path, "arguments", aText);
  },
  function_call_output: output,
  custom_tool_call: (item, path) => {
    call(item, path);
    required(item, path, "input", aText);
  },
  custom_tool_call_output: output,
  reasoning: (item, path) => required(item, path, "summary", listOf(summaryPart)),
  item_reference: (item, path) => required(item, path, "id", filledText(Infinity)),
};

/** What the ids of items begin with. */
const ID_PREFIXES: Readonly<Record<string, string>> = {
  message: "msg",
  function_call: "fc",
  custom_tool_call: "ctc",
  reasoning: "rs",
};

/** The type of an item; a message need not say that it is one. */
export function itemType(item: JsonObject): string {
  return item.type === undefined && item.role !== undefined ? "message" : stringOf(item.type);
}

/**
 * Checks the input of a request, each item on its own.
 *
 * @throws {ProviderProblem} If OpenAI would refuse it.
 */
export function checkItems(input: unknown): void {
  if (typeof input === "string") return;
  if (!Array.isArray(input)) {
    throw wrongType("input", "one of a string or an array of input items", input);
  }
  input.forEach((item, index) => checkItem(item, `input[${index}]`));
}

function checkItem(item: unknown, path: string): void {
  if (!isObject(item)) throw wrongType(path, "an input item", item);
  const type = itemType(item);
  if (item.type === undefined && item.role === undefined) throw missing(`${path}.type`);
  const check = Object.hasOwn(ITEMS, type) ? ITEMS[type] : undefined;
  if (check === undefined && !OTHER_ITEMS.includes(type)) {
    throw wrongWord(`${path}.type`, type, [...Object.keys(ITEMS), ...OTHER_ITEMS].sort());
  }
  check?.(item, path);
  checkId(item.id, type, path);
}

function checkId(id: unknown, type: string, path: string): void {
  if (id === undefined || id === null) return;
  if (typeof id !== "string") throw wrongType(`${path}.id`, "a string", id);
  const prefix = Object.hasOwn(ID_PREFIXES, type) ? ID_PREFIXES[type] : undefined;
  if (prefix === undefined || id.startsWith(prefix)) return;
  throw invalid(
    `Invalid '${path}.id': '${id}'. Expected an ID that begins with '${prefix}'.`,
    `${path}.id`,
    { code: "invalid_value" },
  );
}

function message(item: JsonObject, path: string): void {
  const role = stringOf(item.role);
  if (item.role === undefined) throw missing(`${path}.role`);
  if (!ROLES.includes(role)) throw wrongWord(`${path}.role`, String(item.role), ROLES);
  const { content } = item;
  if (content === undefined) throw missing(`${path}.content`);
  if (typeof content === "string") return;
  if (!Array.isArray(content)) {
    throw wrongType(`${path}.content`, "one of an array of objects or string", content);
  }
  const known = role === "assistant" ? SAID_PARTS : GIVEN_PARTS;
  content.forEach((part, index) => checkPart(part, `${path}.content[${index}]`, known));
}

function checkPart(part: unknown, path: string, known: readonly string[]): void {
  if (!isObject(part)) throw wrongType(path, "an object", part);
  if (part.type === undefined) throw missing(`${path}.type`);
  const type = stringOf(part.type);
  if (!known.includes(type)) throw wrongWord(path, String(part.type), known);
  if (type === "input_text" || type === "output_text") required(part, path, "text", aText);
  if (type === "refusal") required(part, path, "refusal", aText);
}

function summaryPart(part: unknown, path: string): void {
  checkPart(part, path, ["summary_text"]);
  required(part as JsonObject, path, "text", aText);
}

function call(item: JsonObject, path: string): void {
  required(item, path, "call_id", callId);
  required(item, path, "name", aToolName);
}

function output(item: JsonObject, path: string): void {
  required(item, path, "call_id", callId);
  if (item.output === undefined) throw missing(`${path}.output`);
  if (typeof item.output === "string") return;
  if (!Array.isArray(item.output)) {
    throw wrongType(`${path}.output`, "one of an array of objects or string", item.output);
  }
  item.output.forEach((part, index) => checkPart(part, `${path}.output[${index}]`, GIVEN_PARTS));
}

function required(
  item: JsonObject,
  path: string,
  member: string,
  check: (value: unknown, path: string) => void,
): void {
  if (item[member] === undefined) throw missing(`${path}.${member}`);
  check(item[member], `${path}.${member}`);
}
