import { isObject } from "../../wire/json.ts";
import type { JsonDocument } from "./json_document.ts";

/**
 * Tells whether a value of a document is the same as another, however it is spelled. An object that has two members
 * of one name is none that can be had otherwise, as it is not the same for every reader.
 *
 * @param document The document.
 * @param at Where its value begins.
 * @param value The other value, as `JSON.parse` gives it.
 */
export function isSameValue(document: JsonDocument, at: number, value: unknown): boolean {
  if (Array.isArray(value)) {
    if (!document.isArray(at)) return false;
    const items = document.items(at);
    return items.length === value.length &&
      items.every((start, index) => isSameValue(document, start, value[index]));
  }
  // An object or an array is given anew, and so is never the same as a scalar.
  if (!isObject(value)) return document.shallow(at) === value;
  if (!document.isObject(at)) return false;
  const members = document.members(at);
  const names = Object.keys(value);
  // As many members as names, and one for each name: so there is none twice.
  return members.length === names.length && names.every((name) => {
    const member = document.last(members, name);
    return member !== undefined && isSameValue(document, member.start, value[name]);
  });
}
