import type { AssistantMessage, Message } from "../turn/request.ts";
import { shown } from "../shown.ts";
import { isObject } from "../wire/json.ts";
import { refuse } from "./refuse.ts";

const ROLES: readonly string[] = ["system", "user", "assistant", "tool"];

/**
 * Refuses messages that no provider takes, also those that only untyped code can make.
 *
 * @param messages The messages of a request.
 * @throws {ConfigError} If something about them is wrong.
 */
export function checkMessages(messages: readonly Message[]): void {
  if (!Array.isArray(messages)) {
    refuse(
      'a request whose \'messages\' is no list of messages, as [{ role: "user", content: "Hi" }] ' +
        `is: got ${shown(messages)}`,
    );
  }
  if (messages.length === 0) {
    refuse("a request without messages: 'messages' must have at least one, and is an empty list");
  }
  // Not forEach(), which passes over holes.
  for (const [position, message] of messages.entries()) {
    checkMessage(message, `messages[${position}]`);
  }
}

function checkMessage(message: Message, place: string): void {
  if (!isObject(message)) {
    refuse(`${place} as it must be an object with a 'role' and a 'content': got ${shown(message)}`);
  }
  if (!ROLES.includes(message.role)) {
    refuse(
      `${place} as its role must be one of: ${ROLES.join(", ")}: got ${shown(message.role)}`,
    );
  }
  const { content } = message;
  const mayLackContent = message.role === "assistant" && content === undefined;
  if (typeof content !== "string" && !mayLackContent) {
    refuse(`${place} as its content must be a string: got ${shown(content)}`);
  }
  if (message.role === "tool" && typeof message.toolCallId !== "string") {
    refuse(
      `${place} as a tool's message must name its 'toolCallId': got ${shown(message.toolCallId)}`,
    );
  }
  if (message.role === "assistant") checkAssistant(message, place);
}

function checkAssistant({ reasoning, toolCalls }: AssistantMessage, place: string): void {
  checkList(reasoning, ["text"], ["signature", "redacted"], `${place}.reasoning`);
  checkList(toolCalls, ["id", "name", "arguments"], [], `${place}.toolCalls`);
}

function checkList(
  list: unknown,
  needed: readonly string[],
  allowed: readonly string[],
  place: string,
): void {
  if (list === undefined) return;
  if (!Array.isArray(list)) return refuse(`${place} as it must be a list: got ${shown(list)}`);
  for (const [position, entry] of list.entries()) {
    if (!isObject(entry)) {
      return refuse(`${place}[${position}] as it must be an object: got ${shown(entry)}`);
    }
    for (const member of [...needed, ...allowed]) {
      const value = entry[member];
      if (typeof value === "string") continue;
      if (value === undefined && allowed.includes(member)) continue;
      refuse(`${place}[${position}] as its '${member}' must be a string: got ${shown(value)}`);
    }
  }
}
