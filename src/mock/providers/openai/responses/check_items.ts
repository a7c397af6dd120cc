import { isObject, stringOf } from "../../../../wire/json.ts";
import type { JsonObject } from "../../../../wire/json.ts";
import { invalid } from "../../problem.ts";
import { aToolName } from "../check_tools.ts";
import { anObject, anything, aString, oneOfWords } from "../field_check.ts";
import type { UnknownMembers } from "../../unknown_members.ts";
import type { FieldCheck } from "../field_check.ts";
import { missing, wrongType, wrongWord } from "../refusals.ts";
import { givenParts, saidParts, summaryParts, thoughtParts } from "./check_parts.ts";
import { filledText, listOf, members } from "../object_check.ts";

const MAX_CALL_ID_CHARS = 64;
const aText = aString();
const callId = filledText(MAX_CALL_ID_CHARS);
const status = oneOfWords("in_progress", "completed", "incomplete");

const message = members({
  type: aText,
  id: anId("msg"),
  role: oneOfWords("assistant", "system", "developer", "user"),
  content: anything,
  status,
  phase: oneOfWords("commentary", "final_answer"),
}, ["role", "content"]);

/** What a call and its output have that a program made in OpenAI's sandbox. */
const CALLER: Readonly<Record<string, FieldCheck>> = { caller: anObject, namespace: aText };

const output = members({
  type: aText,
  id: aText,
  call_id: callId,
  output: textOrParts(givenParts),
  name: aText,
  status,
  ...CALLER,
}, ["call_id", "output"]);

const CALL: Readonly<Record<string, FieldCheck>> = {
  type: aText,
  call_id: callId,
  name: aToolName,
  status,
  async: anything,
  ...CALLER,
};

const ITEMS: Readonly<Record<string, FieldCheck>> = {
  message: (item, path, mode) => {
    message(item, path, mode);
    const { role, content } = item as JsonObject;
    textOrParts(role === "assistant" ? saidParts : givenParts)(content, `${path}.content`, mode);
  },
  function_call: members({ ...CALL, id: anId("fc"), arguments: aText }, [
    "call_id",
    "name",
    "arguments",
  ]),
  function_call_output: output,
  custom_tool_call: members({ ...CALL, id: anId("ctc"), input: aText }, [
    "call_id",
    "name",
    "input",
  ]),
  custom_tool_call_output: output,
  // The status that OpenAI itself gives to reasoning it does not take back.
  reasoning: members({
    type: aText,
    id: anId("rs"),
    summary: summaryParts,
    content: thoughtParts,
    encrypted_content: aText,
  }, ["summary"]),
  item_reference: members({ type: aText, id: filledText(Infinity) }, ["id"]),
};

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

/** The type of an item; a message need not say that it is one, nor need a reference. */
export function itemType({ type, role, id }: JsonObject): string {
  if (type !== undefined && type !== null) return stringOf(type);
  if (role !== undefined) return "message";
  return id === undefined ? "" : "item_reference";
}

/**
 * Checks the input of a request, each item on its own.
 *
 * @param input The input.
 * @param mode What happens to members that OpenAI does not have.
 * @throws {ProviderProblem} If OpenAI would refuse it.
 */
export function checkItems(input: unknown, mode: UnknownMembers): void {
  if (typeof input === "string") return;
  if (!Array.isArray(input)) {
    throw wrongType("input", "one of a string or an array of input items", input);
  }
  listOf(checkItem)(input, "input", mode);
}

function checkItem(item: unknown, path: string, mode?: UnknownMembers): void {
  if (!isObject(item)) throw wrongType(path, "an input item", item);
  const type = itemType(item);
  if (type === "" && (item.type ?? null) === null) throw missing(`${path}.type`);
  if (Object.hasOwn(ITEMS, type)) return ITEMS[type]!(item, path, mode);
  if (OTHER_ITEMS.includes(type)) return;
  throw wrongWord(`${path}.type`, type, [...Object.keys(ITEMS), ...OTHER_ITEMS].sort());
}

function textOrParts(parts: FieldCheck): FieldCheck {
  return (value, path, mode) => {
    if (typeof value === "string") return;
    if (!Array.isArray(value)) throw wrongType(path, "one of an array of objects or string", value);
    parts(value, path, mode);
  };
}

function anId(prefix: string): FieldCheck {
  return (id, path) => {
    aText(id, path);
    if (stringOf(id).startsWith(prefix)) return;
    throw invalid(
      `Invalid '${path}': '${id}'. Expected an ID that begins with '${prefix}'.`,
      path,
      { code: "invalid_value" },
    );
  };
}
