import { isObject } from "../../wire/json.ts";

/**
 * Tells whether a value of JSON has anything in it: providers send `null`, `""`, `[]` and objects of those for
 * "nothing".
 */
export function hasContent(value: unknown): boolean {
  if (typeof value === "string") return value !== "";
  if (Array.isArray(value)) return value.some(hasContent);
  if (isObject(value)) return Object.values(value).some(hasContent);
  return value !== null && value !== undefined;
}
