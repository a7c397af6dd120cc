import type { UnknownMembers } from "../unknown_members.ts";
import { arrayOf, isObject } from "../../../wire/json.ts";
import type { JsonObject } from "../../../wire/json.ts";
import { invalid } from "../problem.ts";
import { aBlockOf, requireText, someTextBlocks } from "./check_blocks.ts";
import { aList, aStringOrList, checkFields, refused, required } from "./field_check.ts";
import type { FieldCheck, Fields } from "./field_check.ts";

const MAX_MESSAGES = 100_000;

const CONTENT: Readonly<Record<string, FieldCheck>> = {
  user: aStringOrList(aBlockOf("user")),
  assistant: aStringOrList(aBlockOf("assistant")),
  system: someTextBlocks,
};

const MESSAGE: Fields = {
  role: required((role, path) => {
    if (typeof role !== "string") throw refused(path, "Input should be a valid string");
    if (Object.hasOwn(CONTENT, role)) return;
    throw invalid(
      `messages: Unexpected role "${role}". Allowed roles are "user" or "assistant".`,
    );
  }),
  content: required((content, path) => {
    if (typeof content !== "string" && !Array.isArray(content)) {
      throw refused(path, "Input should be a valid string or a valid list");
    }
  }),
};

/** Requires the messages of a conversation, each by itself. Either side may speak first. */
export const someMessages: FieldCheck = (value, path, mode) => {
  moreMessages(value, path, mode);
  if ((value as readonly unknown[]).length > 0) return;
  throw refused(path, "at least one message is required");
};

/** Requires what is new in a conversation, be it nothing. */
export const moreMessages: FieldCheck = (value, path, mode) => {
  aList(checkMessage)(value, path, mode);
  const messages = value as readonly JsonObject[];
  if (messages.length > MAX_MESSAGES) {
    throw refused(path, `List should have at most ${MAX_MESSAGES} items after validation`);
  }
  requireContents(messages);
};

function checkMessage(message: unknown, path: string, mode?: UnknownMembers): void {
  if (!isObject(message)) throw refused(path, "Input should be an object");
  checkFields(message, path, MESSAGE, mode);
  CONTENT[message.role as string]!(message.content, `${path}.content`, mode);
}

/** Only the last message may be empty, and only if the model is to go on with it. */
function requireContents(messages: readonly JsonObject[]): void {
  for (const [index, { role, content }] of messages.entries()) {
    const isLast = index === messages.length - 1;
    if ((content as string | unknown[]).length > 0 || (isLast && role === "assistant")) continue;
    throw refused(
      `messages.${index}`,
      "all messages must have non-empty content except for the optional final assistant message",
    );
  }
  requireWords(messages);
  const { role, content } = messages.at(-1) ?? {};
  const end = typeof content === "string" ? content : textOf(arrayOf(content).at(-1));
  if (role !== "assistant" || end === end.trimEnd()) return;
  throw refused("messages", "final assistant content cannot end with trailing whitespace");
}

/** A text alone is a block of text; the last of the assistant's has a rule of its own. */
function requireWords(messages: readonly JsonObject[]): void {
  for (const [index, { role, content }] of messages.entries()) {
    if (typeof content !== "string" || content === "") continue;
    if (role !== "assistant" || index < messages.length - 1) requireText(content, "messages");
  }
}

function textOf(block: unknown): string {
  return isObject(block) && block.type === "text" ? block.text as string : "";
}
