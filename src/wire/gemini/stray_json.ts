import { ModelError } from "../../errors.ts";
import { isObject, providerError, quote } from "../json.ts";
import { parsedOrUndefined } from "../json_text.ts";

const BLANK_LINE_REGEXP = /\n\r?\n|\r\r/;

/** Finds the error that a JSON text reports: an object with `error`, or an array with such a one. */
export function reportedError(text: string): ModelError | undefined {
  const value = parsedOrUndefined(text);
  for (const item of Array.isArray(value) ? value : [value]) {
    if (isObject(item) && item.error !== undefined && item.error !== null) {
      return providerError(item.error);
    }
  }
  return undefined;
}

/**
 * Builds the error for JSON that stands in the body but in no event of it.
 *
 * @param text The text from its first character to the end of the body.
 */
export function strayJsonError(text: string): ModelError {
  // A gateway may go on after a blank line, for instance with its [DONE].
  const [first = ""] = text.split(BLANK_LINE_REGEXP, 1);
  return reportedError(text) ?? reportedError(first) ?? new ModelError(
    "STREAM_PROTOCOL",
    `The body has JSON outside of its events; a stream of events must be asked for by "alt=sse": ` +
      quote(text),
  );
}
