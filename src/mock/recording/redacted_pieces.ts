import { type Bytes, concatBytes, toBytes } from "../../bytes.ts";
import { bytesOfText, byteText, type Piece, utf8Text } from "./piece.ts";
import { type SecretNames, secretsInBody, withoutBodySecrets } from "./body_secrets.ts";
import { longestFirst, withoutSecrets } from "./secrets.ts";

/** What is secret in a body. */
export interface BodySecrets {
  /** Secrets that are known. */
  readonly secrets: readonly string[];
  /** The names of what is secret. */
  readonly names: SecretNames;
  /** Gives the text without what else is secret. */
  readonly hook: ((text: string) => string) | undefined;
}

/**
 * Keeps secrets out of the pieces of a body, also those that two pieces share: each of their bytes becomes a star,
 * so that every piece is as long as it was. Then a hook may do more, to the text of the whole.
 *
 * @param pieces The pieces.
 * @param options What is secret.
 */
export function redactedPieces(
  pieces: readonly Piece[],
  { secrets, names, hook }: BodySecrets,
): readonly Piece[] {
  const whole = concatBytes(pieces.map(({ bytes }) => bytes));
  const text = byteText(whole);
  const all = longestFirst([...secrets, ...secretsInBody(text, names)]);
  const masked = withoutSecrets(withoutBodySecrets(text, names, stars), all, stars);
  const clean = masked === text ? whole : bytesOfText(masked);
  return recut(pieces, whole, hook === undefined ? clean : hooked(clean, hook));
}

function stars(secret: string): string {
  return "*".repeat(secret.length);
}

function hooked(bytes: Bytes, hook: (text: string) => string): Bytes {
  const text = utf8Text(bytes);
  if (text !== undefined) return toBytes(hook(text));
  const clean = hook(byteText(bytes));
  // A character that no byte was is written as text is.
  return concatBytes(
    [...clean].map((char) => char <= "\u00ff" ? bytesOfText(char) : toBytes(char)),
  );
}

/** Cuts other bytes where the pieces were cut, before and behind what is not the same. */
function recut(pieces: readonly Piece[], before: Bytes, after: Bytes): readonly Piece[] {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head++;
  if (head === before.length && head === after.length) return pieces;
  let tail = 0;
  while (
    tail < shorter - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]
  ) tail++;
  const longer = after.length - before.length;
  // Bytes of the same number have the same places, whatever they say.
  const placeOf = (end: number): number => {
    if (longer === 0 || end <= head) return end;
    return Math.max(end + longer, after.length - tail);
  };
  let begin = 0;
  let end = 0;
  return pieces.flatMap(({ afterMs, bytes }) => {
    end += bytes.length;
    const piece = { afterMs, bytes: after.slice(begin, placeOf(end)) };
    begin = Math.max(begin, placeOf(end));
    return piece.bytes.length === 0 ? [] : [piece];
  });
}
