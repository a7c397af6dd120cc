/** Spells numbers as OpenAI and Cohere do: 32 bits each, the lowest byte first, in base64. */
export function toBase64(vector: readonly number[]): string {
  const view = new DataView(new ArrayBuffer(4 * vector.length));
  vector.forEach((value, index) => view.setFloat32(4 * index, value, true));
  let text = "";
  for (const byte of new Uint8Array(view.buffer)) text += String.fromCharCode(byte);
  return btoa(text);
}

/** Gives the length of a vector, however many numbers it has: no runtime takes very many arguments of one call. */
export function lengthOf(vector: readonly number[]): number {
  return vector.reduce((length, value) => Math.hypot(length, value), 0);
}

/**
 * Gives the first numbers of a vector, made to have the length 1 again.
 *
 * @param vector The vector.
 * @param dimensions How many numbers; one that has no more is given as it is.
 */
export function shortened(vector: readonly number[], dimensions: number): readonly number[] {
  if (vector.length <= dimensions) return vector;
  const first = vector.slice(0, dimensions);
  const length = lengthOf(first) || 1;
  return first.map((value) => value / length);
}
