/**
 * Copies a value, so that nobody can change it later: the usual way in which a double lies.
 *
 * @param value The value.
 * @param what What it is, for the message.
 * @throws {TypeError} If it has something that cannot be copied, for instance a function.
 */
export function copied<T>(value: T, what: string): T {
  try {
    return structuredClone(value);
  } catch (cause) {
    throw new TypeError(
      `Cannot keep ${what} as it must be made of plain data that can be copied: ${
        cause instanceof Error ? cause.message : String(cause)
      }`,
      { cause },
    );
  }
}

/** Freezes a value of plain data, and all that is in it. */
export function frozen<T>(value: T): T {
  // What is frozen already was met before, in a cycle for instance.
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const part of Object.values(value)) frozen(part);
  return value;
}
