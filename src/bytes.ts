/**
 * Bytes over a plain `ArrayBuffer`, the only kind that the Web streams and `BodyInit` types of
 * TypeScript 5.7 and later accept everywhere.
 */
export type Bytes = Uint8Array<ArrayBuffer>;

const encoder = new TextEncoder();

/** Encodes text as UTF-8. */
export function toBytes(text: string): Bytes {
  return encoder.encode(text);
}

/**
 * Refuses what a stream of untyped code may give in place of bytes: another view of a buffer has
 * other units, and a text has none.
 *
 * @param chunk A chunk of a body.
 * @throws {TypeError} If it is no `Uint8Array`, of whatever realm.
 */
export function requireBytes(chunk: unknown): void {
  if (chunk instanceof Uint8Array) return;
  const kind = Object.prototype.toString.call(chunk).slice(8, -1);
  if (ArrayBuffer.isView(chunk) && kind === "Uint8Array") return;
  throw new TypeError(`Cannot read a body as its chunks must be of Uint8Array: one is of ${kind}`);
}

/** Joins chunks into one. */
export function concatBytes(chunks: readonly Bytes[]): Bytes {
  const whole = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.length;
  }
  return whole;
}

/** Tells whether a byte stands within a character of UTF-8, behind the first of its bytes. */
export function isWithinCharacter(byte: number): boolean {
  return (byte & 0b1100_0000) === 0b1000_0000;
}
