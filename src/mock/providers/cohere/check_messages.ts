import type { UnknownMembers } from "../unknown_members.ts";
import { arrayOf, isObject } from "../../../wire/json.ts";
import type { JsonObject } from "../../../wire/json.ts";
import {
  aDictionary,
  aList,
  anObject,
  anything,
  aString,
  aStringOrList,
  checkFields,
  oneOf,
  refused,
  someString,
  tagged,
} from "./field_check.ts";
import type { FieldCheck, Fields } from "./field_check.ts";

const aText: Fields = { text: aString };

const aCall: FieldCheck = anObject({
  id: someString,
  type: oneOf("function"),
  function: anObject({ name: someString, arguments: aString }, ["name", "arguments"]),
}, ["id", "type", "function"]);

/** The members of each role's messages besides the role, and those that must be there. */
const MESSAGES: Readonly<Record<string, readonly [fields: Fields, required: readonly string[]]>> = {
  user: [{
    content: aStringOrList(tagged({
      text: aText,
      image_url: { image_url: anObject({ url: someString, detail: aString }, ["url"]) },
    })),
  }, ["content"]],
  assistant: [{
    content: aStringOrList(tagged({ text: aText, thinking: { thinking: aString } })),
    tool_calls: aList(aCall),
    tool_plan: aString,
    citations: aList(aDictionary),
  }, []],
  system: [{ content: aStringOrList(tagged({ text: aText })) }, ["content"]],
  tool: [{
    tool_call_id: someString,
    content: aStringOrList(tagged({ text: aText, document: { document: aDictionary } })),
  }, ["tool_call_id", "content"]],
};

/** Requires the messages of a conversation, each by itself. */
export const someMessages: FieldCheck = (value, path, mode) => {
  aList(checkMessage)(value, path, mode);
  if ((value as readonly unknown[]).length === 0) {
    throw refused("messages must have at least one element", path);
  }
};

function checkMessage(message: unknown, path: string, mode?: UnknownMembers): void {
  aDictionary(message, path);
  const { role, content, tool_calls: calls } = message as JsonObject;
  oneOf(...Object.keys(MESSAGES))(role, `${path}.role`);
  const [fields, required] = MESSAGES[role as string]!;
  checkFields(message as JsonObject, path, { role: anything, ...fields }, required, mode);
  if (role === "assistant" && isEmpty(content) && isEmpty(calls)) {
    throw refused(`${path} must have content or tool_calls`, path);
  }
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (value as { length: number }).length === 0;
}

/**
 * Requires that the conversation is one: each call of a tool is answered at once, nothing else is, and the
 * model is the next to speak.
 *
 * @param messages The messages, each checked.
 */
export function requireConversation(messages: readonly JsonObject[]): void {
  let open = new Set<unknown>();
  for (const [index, message] of messages.entries()) {
    const { role, tool_call_id: id } = message;
    if (role === "tool") {
      if (!open.delete(id)) {
        throw refused(
          `messages[${index}] has the tool_call_id '${id}', which no tool call before it has`,
        );
      }
      continue;
    }
    requireAnswered(open);
    open = new Set(arrayOf(message.tool_calls).map((call) => isObject(call) ? call.id : undefined));
  }
  requireAnswered(open);
  const last = messages.at(-1)!.role;
  if (last === "user" || last === "tool") return;
  throw refused("the last message must have the role 'user' or 'tool'");
}

function requireAnswered(open: ReadonlySet<unknown>): void {
  if (open.size === 0) return;
  throw refused(`tool calls must be followed by tool results: ${[...open].join(", ")}`);
}
