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
