import { arrayOf, isObject } from "../../../wire/json.ts";
import type { JsonObject } from "../../../wire/json.ts";
import { invalid } from "../problem.ts";
import { aBlockOf, requireText, someSystemBlocks, someTextBlocks } from "./check_blocks.ts";
import {
  aList,
  anObject,
  aString,
  aStringOrList,
  checkFields,
  oneOf,
  optional,
  refused,
  required,
} from "./field_check.ts";
import type { FieldCheck, Fields } from "./field_check.ts";
import { EFFORT } from "./output_config.ts";
import { TOOL_CHANGES } from "./tool_changes.ts";

const MAX_MESSAGES = 100_000;

/** What each side may say, and what else its messages have. */
type Sides = Readonly<Record<string, Fields>>;

const role = required(aString);

const SIDES: Sides = {
  user: { role, content: required(aStringOrList(aBlockOf("user", false))) },
  assistant: { role, content: required(aStringOrList(aBlockOf("assistant", false))) },
  system: { role, content: required(someTextBlocks) },
};

const TRIAL_SIDES: Sides = {
  user: { role, content: required(aStringOrList(aBlockOf("user", true))) },
  assistant: { role, content: required(aStringOrList(aBlockOf("assistant", true))) },
  system: {
    role,
    clear_at: optional(oneOf("next_user_message", "never")),
    content: optional(someSystemBlocks(TOOL_CHANGES)),
    output_config: optional(anObject({ effort: optional(EFFORT) })),
  },
};

/**
 * Makes the check of the messages of a conversation, each by itself. Either side may speak first.
 *
 * @param isTrial Whether they may have what only trials have.
 * @param least How many there must be; what goes on with a thread may bring none.
 */
export function someMessages(isTrial: boolean, least: 0 | 1 = 1): FieldCheck {
  const all = aList(messageOf(isTrial ? TRIAL_SIDES : SIDES));
  return (value, path, mode) => {
    all(value, path, mode);
    const messages = value as readonly JsonObject[];
    if (messages.length < least) throw refused(path, "at least one message is required");
    if (messages.length > MAX_MESSAGES) {
      throw refused(path, `List should have at most ${MAX_MESSAGES} items after validation`);
    }
    requireContents(messages);
  };
}

function messageOf(sides: Sides): FieldCheck {
  return (message, path, mode) => {
    if (!isObject(message)) throw refused(path, "Input should be an object");
    const { role, content } = message;
    checkRole(role, `${path}.role`, sides);
    if (content !== undefined && typeof content !== "string" && !Array.isArray(content)) {
      throw refused(`${path}.content`, "Input should be a valid string or a valid list");
    }
    checkFields(message, path, sides[role as string]!, mode);
  };
}

function checkRole(role: unknown, path: string, sides: Sides): void {
  if (role === undefined) throw refused(path, "Field required");
  aString(role, path);
  if (Object.hasOwn(sides, role as string)) return;
  throw invalid(`messages: Unexpected role "${role}". Allowed roles are "user" or "assistant".`);
}

/** Only the last message may be empty, and only if the model is to go on with it. */
function requireContents(messages: readonly JsonObject[]): void {
  for (const [index, { role, content, output_config: config }] of messages.entries()) {
    const isLast = index === messages.length - 1;
    if (content === undefined) {
      if (isObject(config) && Object.keys(config).length > 0) continue;
      throw refused(`messages.${index}.content`, "Field required");
    }
    if ((content as string | unknown[]).length > 0 || (isLast && role === "assistant")) continue;
    throw refused(
      `messages.${index}`,
      "all messages must have non-empty content except for the optional final assistant message",
    );
  }
  requireWords(messages);
  requireLastWords(messages);
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

/** A model that has thought says something. */
function requireLastWords(messages: readonly JsonObject[]): void {
  for (const [index, { role, content }] of messages.entries()) {
    if (role !== "assistant" || messages[index + 1]?.role === "assistant") continue;
    const last = arrayOf(content).at(-1);
    if (!isObject(last) || last.type !== "thinking") continue;
    throw refused(
      `messages.${index}`,
      "The final block in an assistant message cannot be `thinking`.",
    );
  }
}

function textOf(block: unknown): string {
  return isObject(block) && block.type === "text" ? block.text as string : "";
}
