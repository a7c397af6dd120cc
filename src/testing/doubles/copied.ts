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
