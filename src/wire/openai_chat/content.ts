import { ModelError } from "../../errors.ts";
import type { TurnEvent } from "../../turn/turn.ts";
import { arrayOf, isObject, stringOf } from "../json.ts";

/**
 * Reads `delta.content`: a text, or nothing. Mistral's reasoning models send parts: text, and
 * thinking made of text parts.
 *
 * @param content The content.
 * @param out Where to append the events.
 * @throws {ModelError} `STREAM_PROTOCOL` for anything else, which would be lost.
 */
export function readContent(content: unknown, out: TurnEvent[]): void {
  if (typeof content === "string") {
    if (content !== "") out.push({ type: "text", text: content });
  } else if (content !== undefined && content !== null) {
    for (const part of listOf(content, "content")) {
      if (isObject(part)) readPart(part, out);
    }
  }
}

function readPart(part: { readonly [key: string]: unknown }, out: TurnEvent[]): void {
  const text = stringOf(part.text);
  if (part.type === "text" && text !== "") out.push({ type: "text", text });
  if (part.type !== "thinking") return;
  for (const thought of arrayOf(part.thinking)) {
    const piece = isObject(thought) ? stringOf(thought.text) : "";
    if (piece !== "") out.push({ type: "reasoning", text: piece });
  }
  const signature = stringOf(part.signature);
  if (signature !== "") out.push({ type: "reasoning", text: "", signature });
}

/**
 * Gives a list that a chunk has under a name; an empty one if it has none there.
 *
 * @throws {ModelError} `STREAM_PROTOCOL` for anything that is no list: what it holds would be lost.
 */
export function listOf(value: unknown, name: string): readonly unknown[] {
  if (value === undefined || value === null || Array.isArray(value)) return arrayOf(value);
  throw new ModelError(
    "STREAM_PROTOCOL",
    `The '${name}' of a chunk must be a list or null: it is of type ${typeof value}`,
  );
}
