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
