import { isObject, stringOf } from "../../wire/json.ts";

/**
 * Gives the text of a message's content: of a list of parts, the texts in it, joined by line feeds.
 *
 * @param content The content.
 */
export function textOfContent(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((part) => isObject(part) ? stringOf(part.text) : stringOf(part))
    .filter((text) => text !== "").join("\n");
}
