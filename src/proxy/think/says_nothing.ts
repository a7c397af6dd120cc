import { arrayOf, isObject, type JsonObject } from "../../wire/json.ts";
import { hasContent } from "../stream/has_content.ts";

/** What every chunk of a stream repeats. */
const REPEATED: ReadonlySet<string> = new Set([
  "id",
  "object",
  "created",
  "model",
  "provider",
  "system_fingerprint",
  "service_tier",
  "obfuscation",
  "choices",
]);

/** Tells whether nothing is lost if a chunk is left out: it has no member but those that every chunk has. */
export function saysNothing(chunk: JsonObject): boolean {
  return Object.entries(chunk).every(([name, value]) => REPEATED.has(name) || !hasContent(value)) &&
    arrayOf(chunk.choices).every(isEmptyChoice);
}

function isEmptyChoice(choice: unknown): boolean {
  return isObject(choice) &&
    Object.entries(choice).every(([name, value]) => name === "index" || !hasContent(value));
}
