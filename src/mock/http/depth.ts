/** How deep a value may be nested: what walks through it goes as deep itself. */
const MAX_DEPTH = 500;

/** No shorter text of JSON is nested more deeply: each depth has a beginning and an end. */
export const SHALLOW_CHARS: number = 2 * MAX_DEPTH;

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
