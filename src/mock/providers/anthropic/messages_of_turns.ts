import { arrayOf, isObject, stringOf } from "../../../wire/json.ts";
import type { JsonObject } from "../../../wire/json.ts";
import { jsonText } from "../../../wire/json_text.ts";
import type { ModelMessage } from "../../request/model_request.ts";

/**
 * Gives the messages of a request in the form of chat completions. Results of tools become messages of their
 * own, before what the user says beside them.
 *
 * @param system The request's `system`.
 * @param messages Its messages, each checked.
 */
export function messagesOfTurns(
  system: unknown,
  messages: readonly JsonObject[],
): readonly ModelMessage[] {
  const said = system === undefined || system === null || system === ""
    ? []
    : [{ role: "system", content: contentOf(system) }];
  return [...said, ...messages.flatMap(neutralMessages)];
}

function neutralMessages({ role, content }: JsonObject): readonly ModelMessage[] {
  if (typeof content === "string") return [{ role: stringOf(role), content }];
  const blocks = arrayOf(content).filter(isObject);
  return role === "assistant"
    ? [assistantMessage(blocks)]
    : [...blocks.filter(isToolResult).map(toolMessage), ...othersSaid(stringOf(role), blocks)];
}

function isToolResult({ type }: JsonObject): boolean {
  return type === "tool_result";
}

function toolMessage({ tool_use_id: id, content, is_error: isError }: JsonObject): ModelMessage {
  return {
    role: "tool",
    tool_call_id: stringOf(id),
    content: content === undefined || content === null ? "" : contentOf(content),
    ...(isError === true ? { is_error: true } : {}),
  };
}

function othersSaid(role: string, blocks: readonly JsonObject[]): readonly ModelMessage[] {
  const others = blocks.filter((block) => !isToolResult(block));
  return others.length === 0 ? [] : [{ role, content: others.map(partOf) }];
}

/** The kinds of blocks that become members of an assistant's message. */
const MEMBERS: ReadonlySet<unknown> = new Set(["thinking", "redacted_thinking", "tool_use"]);

function assistantMessage(blocks: readonly JsonObject[]): ModelMessage {
  const calls = blocks.filter(({ type }) => type === "tool_use");
  const thoughts = blocks.filter(({ type }) => type === "thinking");
  const redacted = blocks.filter(({ type }) => type === "redacted_thinking");
  const others = blocks.filter(({ type }) => !MEMBERS.has(type));
  return {
    role: "assistant",
    content: assistantContent(others),
    ...(thoughts.length === 0 ? {} : {
      reasoning_content: thoughts.map(({ thinking }) => stringOf(thinking)).join(""),
      thinking_signatures: thoughts.map(({ signature }) => signature),
    }),
    ...(redacted.length === 0 ? {} : { redacted_thinking: redacted.map(({ data }) => data) }),
    ...(calls.length === 0 ? {} : { tool_calls: calls.map(neutralCall) }),
  };
}

function assistantContent(blocks: readonly JsonObject[]): unknown {
  if (blocks.length === 0) return null;
  return blocks.every(({ type }) => type === "text")
    ? blocks.map(({ text }) => stringOf(text)).join("")
    : blocks.map(partOf);
}

function neutralCall({ id, name, input }: JsonObject): JsonObject {
  return { id, type: "function", function: { name, arguments: jsonText(input) } };
}

function contentOf(content: unknown): unknown {
  return Array.isArray(content) ? content.filter(isObject).map(partOf) : content;
}

function partOf(block: JsonObject): JsonObject {
  const source = isObject(block.source) ? block.source : {};
  switch (block.type) {
    case "text":
      return { type: "text", text: block.text };
    case "image":
      return { type: "image_url", image_url: urlOf(source) };
    case "document": {
      const title = typeof block.title === "string" ? { filename: block.title } : {};
      return { type: "file", file: { ...title, ...fileOf(source) } };
    }
    default:
      // What only Anthropic has is kept as it is.
      return block;
  }
}

function urlOf(source: JsonObject): JsonObject {
  return source.type === "file" ? { file_id: source.file_id } : { url: addressOf(source) };
}

function fileOf(source: JsonObject): JsonObject {
  switch (source.type) {
    case "file":
      return { file_id: source.file_id };
    case "url":
    case "base64":
      return { file_data: addressOf(source) };
    default:
      return { text: source.type === "text" ? source.data : source.content };
  }
}

function addressOf({ type, url, media_type: mediaType, data }: JsonObject): unknown {
  return type === "url" ? url : `data:${stringOf(mediaType)};base64,${stringOf(data)}`;
}
