import { printable } from "./printable.ts";

/** How much of a text is shown, in characters. */
const EXCERPT_CHARS = 200;

/**
 * Says in an error message what a value is that is not the one expected: a text and what is as short
 * as one by itself, everything else by its kind.
 *
 * @param value Anything.
 */
export function shown(value: unknown): string {
  switch (typeof value) {
    case "string": {
      const excerpt = value.length > EXCERPT_CHARS ? `${value.slice(0, EXCERPT_CHARS)}…` : value;
      return printable(JSON.stringify(excerpt));
    }
    case "function":
      return "a function";
    case "object":
      if (value === null) return "null";
      return Array.isArray(value) ? "a list" : "an object";
    default:
      return String(value).slice(0, EXCERPT_CHARS);
  }
}
