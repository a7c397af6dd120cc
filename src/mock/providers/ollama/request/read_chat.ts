import { arrayOf, isObject, stringOf } from "../../../../wire/json.ts";
import type { JsonObject } from "../../../../wire/json.ts";
import { jsonText } from "../../../../wire/json_text.ts";
import type { Ask } from "../../../request/ask.ts";
import type { ModelMessage } from "../../../request/model_request.ts";
import { checkChat } from "./check_requests.ts";
import { contentWithImages, ollamaAsk } from "./neutral_request.ts";

/**
 * Reads a request of `/api/chat`, and refuses what Ollama refuses.
 *
 * @param body The request's body.
 * @throws {ProviderProblem} If Ollama would refuse it.
 */
export function readChat(body: JsonObject): Ask {
  checkChat(body);
  return ollamaAsk("ollama", body, messagesOf(arrayOf(body.messages).filter(isObject)));
}

/** A call that is not answered yet. */
interface OpenCall {
  readonly id: string;
  readonly name: string;
}

/** Calls without an id are numbered, and what a tool gave belongs to the first open call of its name. */
function messagesOf(messages: readonly JsonObject[]): readonly ModelMessage[] {
  const open: OpenCall[] = [];
  let count = 0;
  return messages.map((message): ModelMessage => {
    const role = stringOf(message.role).toLowerCase() || "user";
    const content = contentWithImages(message.content, message.images);
    if (role === "tool") return toolMessage(message, content, open);
    const calls = arrayOf(message.tool_calls).filter(isObject).map((call) =>
      neutralCall(call, ++count)
    );
    for (const { id, function: { name } } of calls) open.push({ id, name });
    return {
      role,
      content: content === "" && calls.length > 0 ? null : content,
      ...(stringOf(message.thinking) === "" ? {} : { reasoning_content: message.thinking }),
      ...(calls.length === 0 ? {} : { tool_calls: calls }),
    };
  });
}

interface NeutralCall {
  readonly id: string;
  readonly type: "function";
  readonly function: { readonly name: string; readonly arguments: string };
}

function neutralCall(call: JsonObject, number: number): NeutralCall {
  const made = isObject(call.function) ? call.function : {};
  return {
    id: stringOf(call.id) || `call_${number}`,
    type: "function",
    function: { name: stringOf(made.name), arguments: jsonText(made.arguments ?? {}) },
  };
}

function toolMessage(message: JsonObject, content: unknown, open: OpenCall[]): ModelMessage {
  const { tool_call_id: id, tool_name: name } = message;
  const byId = open.findIndex((call) => call.id === id);
  const byName = open.findIndex((call) => call.name === name);
  const [call] = open.splice(byId >= 0 ? byId : Math.max(0, byName), 1);
  return {
    role: "tool",
    tool_call_id: stringOf(id) || call?.id || "",
    ...(stringOf(name) === "" ? {} : { name }),
    content,
  };
}
