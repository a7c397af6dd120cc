/** A text that is no JSON. */
export class JsonSyntaxError extends SyntaxError {
  /** Its name. */
  override readonly name = "JsonSyntaxError";
  /** The byte at which it stops being JSON; the length of the text if it ends too early. */
  readonly offset: number;

  /**
   * Says where a text stops being JSON.
   *
   * @param message What is wrong.
   * @param offset The byte at which it is.
   */
  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

/**
 * Builds the error for a text that is no JSON.
 *
 * @param bytes The text.
 * @param offset The byte at which it stops being JSON.
 * @param expected What would have to stand there.
 */
export function notJson(bytes: Uint8Array, offset: number, expected: string): JsonSyntaxError {
  const found = foundAt(bytes, offset);
  return new JsonSyntaxError(
    `Cannot read JSON at byte ${offset}: expected ${expected}, found ${found}`,
    offset,
  );
}

function foundAt(bytes: Uint8Array, offset: number): string {
  const byte = bytes[offset];
  if (byte === undefined) return "the end";
  if (byte > 0x20 && byte < 0x7f) return `'${String.fromCharCode(byte)}'`;
  return `byte 0x${byte.toString(16).padStart(2, "0")}`;
}
