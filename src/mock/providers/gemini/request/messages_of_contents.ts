import { arrayOf, isObject, stringOf } from "../../../../wire/json.ts";
import type { JsonObject } from "../../../../wire/json.ts";
import { jsonText } from "../../../../wire/json_text.ts";
import type { ModelMessage } from "../../../request/model_request.ts";
import { turnsOf } from "./turns.ts";

/** A call, with the id by which what the function gave is found. */
interface Call {
  readonly id: string;
  readonly name: string;
  readonly part: JsonObject;
}

/**
 * Gives a conversation in the form of chat completions. What functions gave become messages of their own,
 * before what the user says beside them; calls without an id are numbered.
 *
 * @param system The request's instructions.
 * @param contents What was said.
 */
export function messagesOfContents(
  system: unknown,
  contents: readonly JsonObject[],
): readonly ModelMessage[] {
  const messages: ModelMessage[] = isObject(system)
    ? [{ role: "system", content: contentOf(partsOf(system)) }]
    : [];
  let open: Call[] = [];
  let count = 0;
  for (const { isModel, parts, contents: said } of turnsOf(contents)) {
    if (isModel) {
      open = parts.filter(hasCall).map((part) => callOf(part, ++count));
      messages.push(assistantMessage(parts, open));
    } else messages.push(...said.flatMap((content) => userMessages(content, open)));
  }
  return messages;
}

/** @param open The calls that are not answered yet; those that are answered here are taken out. */
function userMessages(content: JsonObject, open: Call[]): readonly ModelMessage[] {
  const parts = partsOf(content);
  const gave = parts.filter(hasResponse).map((part) =>
    toolMessage(part.functionResponse as JsonObject, open)
  );
  const others = parts.filter((part) => !hasResponse(part));
  return others.length === 0 ? gave : [...gave, { role: "user", content: contentOf(others) }];
}

function partsOf({ parts }: JsonObject): readonly JsonObject[] {
  return arrayOf(parts).filter(isObject);
}

function hasCall({ functionCall }: JsonObject): boolean {
  return isObject(functionCall);
}

function hasResponse({ functionResponse }: JsonObject): boolean {
  return isObject(functionResponse);
}

function callOf(part: JsonObject, number: number): Call {
  const { id, name } = part.functionCall as JsonObject;
  return { id: stringOf(id) || `call_${number}`, name: stringOf(name), part };
}

function assistantMessage(parts: readonly JsonObject[], calls: readonly Call[]): ModelMessage {
  const thoughts = parts.filter(({ thought }) => thought === true);
  const said = parts.filter((part) => part.thought !== true && !hasCall(part));
  const content = said.length === 0 ? null : saidByModel(said);
  const signatures = parts.map(({ thoughtSignature }) => thoughtSignature)
    .filter((signature) => signature !== undefined);
  return {
    role: "assistant",
    // A stream ends by an empty text, after calls as well.
    content: content === "" && calls.length > 0 ? null : content,
    ...(thoughts.length === 0 ? {} : {
      reasoning_content: thoughts.map(({ text }) => stringOf(text)).join(""),
    }),
    ...(signatures.length === 0 ? {} : { thought_signatures: signatures }),
    ...(calls.length === 0 ? {} : { tool_calls: calls.map(neutralCall) }),
  };
}

function neutralCall({ id, name, part }: Call): JsonObject {
  const { args } = part.functionCall as JsonObject;
  return { id, type: "function", function: { name, arguments: jsonText(args ?? {}) } };
}

/** What a function gave belongs to the call of its id, else to the first open one of its name. */
function toolMessage(response: JsonObject, open: Call[]): ModelMessage {
  const { id, name, response: gave, parts } = response;
  const byId = open.findIndex((call) => call.id === id);
  const byName = open.findIndex((call) => call.name === name);
  const [call] = open.splice(byId >= 0 ? byId : Math.max(0, byName), 1);
  const text = jsonText(gave ?? {});
  return {
    role: "tool",
    tool_call_id: stringOf(id) || call?.id || "",
    name: stringOf(name),
    content: Array.isArray(parts) ? [{ type: "text", text }, ...parts.map(filePart)] : text,
  };
}

/** A model's texts are one, as a client may give back each piece of a stream as a part. */
function saidByModel(parts: readonly JsonObject[]): unknown {
  return parts.every(({ text }) => typeof text === "string")
    ? parts.map(({ text }) => text).join("")
    : contentOf(parts);
}

/** One text is a text; anything else is a list of parts. */
function contentOf(parts: readonly JsonObject[]): unknown {
  const [first] = parts;
  if (parts.length === 1 && typeof first?.text === "string") return first.text;
  return parts.map(filePart);
}

function filePart(part: JsonObject): JsonObject {
  if (typeof part.text === "string") return { type: "text", text: part.text };
  const { inlineData, fileData } = part;
  const data = isObject(inlineData) ? inlineData : isObject(fileData) ? fileData : undefined;
  // What only Gemini has is kept as it is.
  if (data === undefined) return part;
  const mimeType = stringOf(data.mimeType);
  const url = stringOf(data.fileUri) || `data:${mimeType};base64,${stringOf(data.data)}`;
  return mimeType.startsWith("image/")
    ? { type: "image_url", image_url: { url } }
    : { type: "file", file: { file_data: url } };
}
