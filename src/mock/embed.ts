import { hashText, randomRow } from "./random.ts";

/**
 * Makes the vector of a text: of length 1, decided by the seed, the model and the text alone.
 *
 * @param seed The mock's seed.
 * @param input The text.
 * @param model The model's name.
 * @param dimensions How many numbers.
 */
export function embed(
  seed: number,
  input: string,
  model: string,
  dimensions: number,
): readonly number[] {
  const random = randomRow(hashText(`${seed}:${model}:${input}`));
  const vector = Array.from({ length: dimensions }, () => 2 * random() - 1);
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}
