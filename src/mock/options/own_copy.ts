/**
 * Makes a deep and frozen copy of what a user said, so that nobody can change later what a mock answers. Lists and
 * plain objects are copied; functions, regular expressions and other instances are kept as they are.
 *
 * @param value What the user said.
 */
export function ownCopy<T>(value: T): T {
  if (Array.isArray(value)) return Object.freeze(value.map(ownCopy)) as T;
  if (!isPlain(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [name, ownCopy(member)]);
  return Object.freeze(Object.fromEntries(members)) as T;
}

function isPlain(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype ||
    Object.getPrototypeOf(prototype) === null;
}
