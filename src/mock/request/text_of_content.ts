import { isObject, stringOf } from "../../wire/json.ts";

/**
 * Gives the text of a message's content: of a list of parts, the texts in it, one after the other as they are.
 * Providers put nothing between the parts of a message: a text that a client cuts in parts is the same text.
 *
 * @param content The content.
 */
export function textOfContent(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((part) => isObject(part) ? stringOf(part.text) : stringOf(part)).join("");
}
