import type { TurnEvent } from "../../turn/turn.ts";
import { arrayOf, isObject, stringOf } from "../json.ts";
import { entriesIn, textIn } from "../members.ts";

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
    for (const part of entriesIn(content, "content")) readPart(part, out);
  }
}

function readPart(part: { readonly [key: string]: unknown }, out: TurnEvent[]): void {
  const text = part.type === "text" ? textIn(part.text, "text") : "";
  if (text !== "") out.push({ type: "text", text });
  if (part.type !== "thinking") return;
  for (const thought of arrayOf(part.thinking)) {
    const piece = isObject(thought) ? stringOf(thought.text) : "";
    if (piece !== "") out.push({ type: "reasoning", text: piece });
  }
  const signature = stringOf(part.signature);
  if (signature !== "") out.push({ type: "reasoning", text: "", signature });
}
