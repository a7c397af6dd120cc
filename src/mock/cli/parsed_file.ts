/**
 * Parses the JSON of a file.
 *
 * @param text The text of the file.
 * @param file Its name, for the message.
 * @throws {TypeError} If it is no JSON.
 */
export function parsedFile(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new TypeError(`Cannot read '${file}' as it is no JSON: ${String(cause)}`, { cause });
  }
}
