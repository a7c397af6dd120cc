/** How deep bodies may be nested to be compared as JSON. */
const MAX_DEPTH = 500;

/**
 * Whether a value of JSON is not nested too deeply.
 *
 * @param value The value.
 * @param depth How deep it may be.
 */
export function isWithinDepth(value: unknown, depth: number = MAX_DEPTH): boolean {
  if (typeof value !== "object" || value === null) return true;
  return depth > 0 && Object.values(value).every((item) => isWithinDepth(item, depth - 1));
}
