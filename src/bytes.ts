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
