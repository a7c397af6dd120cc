import { ModelError } from "../errors.ts";

/**
 * Writes a value of a parsed frame as JSON text again. Some engines parse deeper nesting than they
 * can write; such a value is refused like any other frame that cannot be read.
 *
 * @param value The value; `""` stands for one that JSON cannot hold.
 * @throws {ModelError} `STREAM_PROTOCOL` if the value is nested too deeply.
 */
export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "";
  } catch (cause) {
    throw new ModelError("STREAM_PROTOCOL", "The stream has a value that is nested too deeply", {
      cause,
    });
  }
}

/** Parses a text that may be anything; `undefined` stands for one that is no JSON. */
export function parsedOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Gives the arguments of a tool call as JSON text. Each wire sends either the text or the object
 * itself, and on each some servers send the other.
 *
 * @param value What stands in their place; nothing at all for a call without arguments.
 * @throws {ModelError} `STREAM_PROTOCOL` if they are nested too deeply.
 */
export function argumentsText(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : jsonText(value);
}
