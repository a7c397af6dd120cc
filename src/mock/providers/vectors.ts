/** Spells numbers as OpenAI and Cohere do: 32 bits each, the lowest byte first, in base64. */
export function toBase64(vector: readonly number[]): string {
  const view = new DataView(new ArrayBuffer(4 * vector.length));
  vector.forEach((value, index) => view.setFloat32(4 * index, value, true));
  let text = "";
  for (const byte of new Uint8Array(view.buffer)) text += String.fromCharCode(byte);
  return btoa(text);
}

/**
 * Gives the length of a vector, the same to the last digit in every runtime: `Math.hypot()` may differ in it, and only
 * sums, products, quotients and roots may not. Squares of large numbers would be too large, so the largest is taken out.
 *
 * @param vector The vector.
 */
export function lengthOf(vector: readonly number[]): number {
  const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  if (largest === 0) return 0;
  const squares = vector.reduce((sum, value) => sum + (value / largest) * (value / largest), 0);
  return largest * Math.sqrt(squares);
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
