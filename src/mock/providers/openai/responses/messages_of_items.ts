import { arrayOf, isObject, stringOf } from "../../../../wire/json.ts";
import type { JsonObject } from "../../../../wire/json.ts";
import type { ModelMessage } from "../../../request/model_request.ts";
import { itemType } from "./check_items.ts";

/** An assistant's message while its items are gathered. */
interface Draft {
  content: unknown;
  reasoning: string;
  readonly refusal: string[];
  readonly calls: JsonObject[];
}

/**
 * Gives the items of a conversation as messages. What a model said in one go is one message: its reasoning,
 * its text and its calls.
 *
 * @param items The items.
 */
export function messagesOfItems(items: readonly JsonObject[]): ModelMessage[] {
  const messages: ModelMessage[] = [];
  let draft: Draft | undefined;
  const close = () => {
    if (draft !== undefined) messages.push(messageOf(draft));
    draft = undefined;
  };
  for (const item of items) {
    const type = itemType(item);
    const isSaid = isModelItem(type, item);
    if (!isSaid || (type === "message" && draft?.content !== undefined)) close();
    if (isSaid) {
      addTo(draft ??= { content: undefined, reasoning: "", refusal: [], calls: [] }, type, item);
    } else messages.push(givenMessage(type, item));
  }
  close();
  return messages;
}

function isModelItem(type: string, { role }: JsonObject): boolean {
  switch (type) {
    case "reasoning":
    case "function_call":
    case "custom_tool_call":
      return true;
    default:
      return type === "message" && role === "assistant";
  }
}

function addTo(draft: Draft, type: string, item: JsonObject): void {
  switch (type) {
    case "message":
      return addMessage(draft, item.content);
    case "reasoning":
      draft.reasoning += arrayOf(item.summary).map((part) =>
        isObject(part) ? stringOf(part.text) : ""
      )
        .join("");
      return;
    case "function_call":
      draft.calls.push({
        id: item.call_id,
        type: "function",
        function: { name: item.name, arguments: item.arguments },
      });
      return;
    default:
      draft.calls.push({
        id: item.call_id,
        type: "custom",
        custom: { name: item.name, input: item.input },
      });
  }
}

function addMessage(draft: Draft, content: unknown): void {
  draft.content = typeof content === "string" ? content : "";
  for (const part of arrayOf(content)) {
    if (!isObject(part)) continue;
    if (part.type === "refusal") draft.refusal.push(stringOf(part.refusal));
    else draft.content += stringOf(part.text);
  }
}

function messageOf({ content, reasoning, refusal, calls }: Draft): ModelMessage {
  return {
    role: "assistant",
    content: content === undefined || (content === "" && calls.length > 0) ? null : content,
    ...(reasoning === "" ? {} : { reasoning_content: reasoning }),
    ...(refusal.length === 0 ? {} : { refusal: refusal.join("") }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
}

function givenMessage(type: string, item: JsonObject): ModelMessage {
  switch (type) {
    case "message":
      return { role: stringOf(item.role), content: contentOf(item.content) };
    case "function_call_output":
    case "custom_tool_call_output":
      return {
        role: "tool",
        tool_call_id: stringOf(item.call_id),
        content: contentOf(item.output),
      };
    default:
      // Items of OpenAI's own tools have no place in a chat; they are kept as they are.
      return { role: type, item };
  }
}

/** A single text is one, whether the client sent it as a text or as a part. */
function contentOf(content: unknown): unknown {
  if (!Array.isArray(content)) return content;
  const parts = content.map((part) => partOf(part));
  const [first] = parts;
  return parts.length === 1 && first?.type === "text" ? first.text : parts;
}

function partOf(part: JsonObject): JsonObject {
  switch (part.type) {
    case "input_text":
      return { type: "text", text: part.text };
    case "input_image":
      return {
        type: "image_url",
        image_url: {
          ...(isSet(part.image_url) ? { url: part.image_url } : {}),
          ...(isSet(part.file_id) ? { file_id: part.file_id } : {}),
          ...(isSet(part.detail) ? { detail: part.detail } : {}),
        },
      };
    case "input_file": {
      const { type: _, ...file } = part;
      return { type: "file", file };
    }
    default:
      return part;
  }
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null;
}
