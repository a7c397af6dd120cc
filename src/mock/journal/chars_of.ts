/** What a value or a member costs besides its text, in characters. */
const NODE_CHARS = 16;

/**
 * Tells how large a value of JSON is in memory, roughly: in characters of text.
 *
 * @param value The value.
 */
export function charsOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  let chars = NODE_CHARS;
  if (typeof value !== "object" || value === null) return chars;
  for (const member of Object.values(value)) chars += NODE_CHARS + charsOf(member);
  return chars;
}
