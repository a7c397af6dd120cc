import { hashText, randomRow } from "../random.ts";
import { lengthOf } from "../providers/vectors.ts";
import { splitTokens } from "../tokens/split_tokens.ts";

/** How many places of a vector a word touches. */
const PLACES_PER_WORD = 32;

/** How much of a vector is the text's own, whatever its words: so no two texts have the same one. */
const OWN_SHARE = 0.02;

/**
 * Makes the vector of a text: of length 1, decided by the seed, the model and the text alone. Texts that share
 * words lie near one another, so that a search finds the text that says what was asked for.
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
  const own = randomRow(hashText(`${seed}:${model}:${input}`));
  const vector = Array.from({ length: dimensions }, () => OWN_SHARE * (2 * own() - 1));
  for (const word of wordsOf(input)) {
    const random = randomRow(hashText(`${seed}:${model}:word:${word}`));
    for (let count = 0; count < PLACES_PER_WORD; count++) {
      const place = Math.floor(random() * dimensions);
      vector[place]! += random() < 0.5 ? 1 : -1;
    }
  }
  const length = lengthOf(vector) || 1;
  return vector.map((value) => value / length);
}

/** The words of a text, whatever their case and however often; of scripts without blanks their signs. */
function wordsOf(text: string): Iterable<string> {
  const tokens = splitTokens(text.toLowerCase()).map((token) => token.trim());
  return new Set(tokens.filter((token) => /[\p{L}\p{N}]/u.test(token)));
}
