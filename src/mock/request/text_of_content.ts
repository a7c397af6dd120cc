import { isObject, stringOf } from "../../wire/json.ts";

/**
 * Gives the text of a message's content: of a list of parts, the texts in it.
 *
 * @param content The content.
 * @param joint What stands between the parts.
 */
export function textOfContent(content: unknown, joint = "\n"): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((part) => isObject(part) ? stringOf(part.text) : stringOf(part))
    .filter((text) => text !== "").join(joint);
}

/**
 * Tells whether a message's content has a text, be it an empty one: an attachment alone has none.
 *
 * @param content The content.
 */
export function hasText(content: unknown): boolean {
  if (!Array.isArray(content)) return typeof content === "string";
  return content.some((part) => typeof (isObject(part) ? part.text : part) === "string");
}
