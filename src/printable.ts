/** Control characters but for tabs and line feeds, and marks that turn the direction of writing. */
// deno-lint-ignore no-control-regex -- they are what is looked for
const UNPRINTABLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Shows a text that came from a stranger, so that it can do nothing to the terminal or the page it
 * is printed on: control characters are written as escapes.
 *
 * @param text The text.
 */
export function printable(text: string): string {
  return text.replace(
    UNPRINTABLE,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
