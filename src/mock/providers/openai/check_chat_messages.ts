import type { UnknownMembers } from "../unknown_members.ts";
import { arrayOf, isObject, stringOf } from "../../../wire/json.ts";
import type { JsonObject } from "../../../wire/json.ts";
import { invalid } from "../problem.ts";
import { anArray, anything, aString, oneOfWords } from "./field_check.ts";
import type { FieldCheck } from "./field_check.ts";
import { aToolName } from "./check_tools.ts";
import { members } from "./object_check.ts";
import { missing, unknownParam, wrongType, wrongWord } from "./refusals.ts";

const ROLES: readonly string[] = ["system", "assistant", "user", "function", "tool", "developer"];
const MAX_ID_CHARS = 40;
const MAX_NAME_CHARS = 64;
const NAME_PATTERN = String.raw`^[^\s<|\\/>]+$`;
const NAME_REGEXP: RegExp = new RegExp(NAME_PATTERN);

/** The parts that a message may be made of, and the member that each part has. */
const PARTS: Readonly<Record<string, string>> = {
  text: "text",
  image_url: "image_url",
  input_audio: "input_audio",
  refusal: "refusal",
  audio: "audio",
  file: "file",
};
const PART_MEMBERS: Readonly<Record<string, FieldCheck>> = {
  image_url: members({
    url: anything,
    detail: oneOfWords("auto", "low", "high", "original"),
  }, ["url"]),
  input_audio: members({
    data: aString(),
    format: oneOfWords("wav", "mp3"),
  }, ["data", "format"]),
};
const USER_PARTS: readonly string[] = ["text", "image_url", "input_audio", "file"];
const ASSISTANT_PARTS: readonly string[] = ["text", "refusal"];
const TEXT_PARTS: readonly string[] = ["text"];

/** What may stand in a developer's message, which is read by a stricter schema than the others. */
const DEVELOPER_MEMBERS: readonly string[] = ["role", "content", "name"];
const CALL_MEMBERS: readonly string[] = ["id", "type", "function", "custom"];

/** What may stand in place of an assistant's content. */
const SUBSTITUTES = ["tool_calls", "function_call", "refusal", "audio"] as const;

/** Requires the messages of a conversation, each by itself. */
export const someMessages: FieldCheck = (value, param, mode) => {
  anArray(checkMessage, { of: "objects" })(value, param, mode);
};

/** Requires the name of who speaks. */
const aSpeaker: FieldCheck = (name, param) => {
  aString(MAX_NAME_CHARS)(name, param);
  if (NAME_REGEXP.test(name as string)) return;
  throw invalid(
    `Invalid '${param}': string does not match pattern. Expected a string that matches the pattern '${NAME_PATTERN}'.`,
    param,
    { code: "invalid_value" },
  );
};

function checkMessage(message: unknown, param: string, mode?: UnknownMembers): void {
  if (!isObject(message)) throw wrongType(param, "an object", message);
  const { role, content, name } = message;
  if (role === undefined) throw missing(`${param}.role`);
  if (typeof role !== "string") throw wrongType(`${param}.role`, "a string", role);
  if (!ROLES.includes(role)) throw wrongWord(`${param}.role`, role, ROLES);
  checkContent(content, role, `${param}.content`);
  if (name !== undefined && name !== null) aSpeaker(name, `${param}.name`);
  if (role === "function" && (name ?? null) === null) throw missing(`${param}.name`);
  if (role === "developer") checkDeveloper(message, param, mode);
  if (role === "assistant") checkCalls(message, param, mode);
}

function checkDeveloper(message: JsonObject, param: string, mode?: UnknownMembers): void {
  for (const name of Object.keys(message)) {
    if (DEVELOPER_MEMBERS.includes(name) || mode === "accept") continue;
    throw unknownParam(`${param}.${name}`);
  }
  const { content } = message;
  if (content === undefined) throw missing(`${param}.content`);
  if (content === null) throw wrongContent(`${param}.content`, content);
}

function wrongContent(param: string, content: unknown) {
  return wrongType(param, "one of a string or array of objects", content);
}

function checkContent(content: unknown, role: string, param: string): void {
  if (content === undefined || content === null || typeof content === "string") return;
  if (!Array.isArray(content)) throw wrongContent(param, content);
  const allowed = role === "user"
    ? USER_PARTS
    : role === "assistant"
    ? ASSISTANT_PARTS
    : TEXT_PARTS;
  anArray((part, place) => checkPart(part, allowed, place), { of: "objects" })(content, param);
}

function checkPart(part: unknown, allowed: readonly string[], param: string): void {
  if (!isObject(part)) throw wrongType(param, "an object", part);
  const { type } = part;
  if (type === undefined) throw missing(`${param}.type`);
  if (typeof type !== "string" || !allowed.includes(type)) {
    throw wrongWord(`${param}.type`, String(type), allowed);
  }
  const member = PARTS[type]!;
  const value = part[member];
  if (value === undefined) throw missing(`${param}.${member}`);
  if (type === "text" || type === "refusal") return aString()(value, `${param}.${member}`);
  if (!isObject(value)) throw wrongType(`${param}.${member}`, "an object", value);
  PART_MEMBERS[type]?.(value, `${param}.${member}`, "accept");
}

function checkCalls({ tool_calls: calls }: JsonObject, param: string, mode?: UnknownMembers): void {
  if (calls === undefined || calls === null) return;
  anArray(checkCall, { of: "objects" })(calls, `${param}.tool_calls`, mode);
}

function checkCall(call: unknown, param: string, mode?: UnknownMembers): void {
  if (!isObject(call)) throw wrongType(param, "an object", call);
  for (const name of Object.keys(call)) {
    if (CALL_MEMBERS.includes(name) || mode === "accept") continue;
    throw unknownParam(`${param}.${name}`);
  }
  const { id, type } = call;
  if (id === undefined) throw missing(`${param}.id`);
  aString(MAX_ID_CHARS)(id, `${param}.id`);
  if (type === undefined) throw missing(`${param}.type`);
  if (type !== "function" && type !== "custom") {
    throw wrongWord(`${param}.type`, String(type), ["function", "custom"]);
  }
  const made = call[type];
  if (made === undefined) throw missing(`${param}.${type}`);
  if (!isObject(made)) throw wrongType(`${param}.${type}`, "an object", made);
  aToolName(made.name, `${param}.${type}.name`);
  const text = type === "function" ? "arguments" : "input";
  if (made[text] === undefined) throw missing(`${param}.${type}.${text}`);
  aString()(made[text], `${param}.${type}.${text}`);
}

/**
 * Requires that every message says something, and that every call of a tool is answered right after it.
 *
 * @param messages The messages, each checked by itself.
 */
export function requireConversation(messages: readonly JsonObject[]): void {
  messages.forEach(requireContent);
  let at = 0;
  while (at < messages.length) {
    const message = messages[at]!;
    if (message.role === "tool") {
      throw invalid(
        "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
        `messages.[${at}].role`,
      );
    }
    at = arrayOf(message.tool_calls).length > 0 ? requireAnswers(messages, at) : at + 1;
  }
}

function requireContent(message: JsonObject, index: number): void {
  const { role, content } = message;
  if (content !== undefined && content !== null) return;
  if (role === "function") return;
  if (role === "assistant" && SUBSTITUTES.some((name) => (message[name] ?? null) !== null)) return;
  throw invalid(
    "Invalid value for 'content': expected a string, got null.",
    `messages.[${index}].content`,
  );
}

/** Gives the place after the answers to the calls of a message. */
function requireAnswers(messages: readonly JsonObject[], caller: number): number {
  const open = new Set<string>();
  for (const call of arrayOf(messages[caller]!.tool_calls)) {
    const id = isObject(call) ? stringOf(call.id) : "";
    if (open.has(id)) throw duplicate(id, caller);
    open.add(id);
  }
  const known = new Set(open);
  let at = caller + 1;
  for (; messages[at]?.role === "tool"; at++) {
    const id = answeredId(messages[at]!, at);
    if (!known.has(id)) {
      throw invalid(
        `Invalid parameter: 'tool_call_id' of '${id}' not found in 'tool_calls' of previous message.`,
        `messages.[${at}].tool_call_id`,
      );
    }
    if (!open.delete(id)) throw duplicate(id, at);
  }
  if (open.size === 0) return at;
  throw invalid(
    "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. " +
      `The following tool_call_ids did not have response messages: ${[...open].join(", ")}`,
    at < messages.length ? `messages.[${at}].role` : "messages",
  );
}

function answeredId({ tool_call_id: id }: JsonObject, index: number): string {
  if (typeof id === "string" && id !== "") return id;
  throw invalid(
    "Missing parameter 'tool_call_id': messages with role 'tool' must have a 'tool_call_id'.",
    `messages.[${index}].tool_call_id`,
  );
}

function duplicate(id: string, index: number) {
  return invalid(
    `Duplicate value for 'tool_call_id' of '${id}' in message[${index}]`,
    "messages",
  );
}
