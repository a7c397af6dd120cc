import { percentEncoded, PIECE_CHARS, secretPieces, smallLetters } from "./secret_pieces.ts";

/** What stands in place of a secret. */
const REDACTED = "[redacted]";

/**
 * What is left when a provider hides a part of a key, as in `sk-ab****yz`, `****yz` and `sk-ab...yz`. A run of letters or
 * of stars is looked at from its beginning only, since a stranger may send a long one.
 */
const MASKED =
  /(?:(?<![\w-])[\w-]+)?(?<!\*)\*{3,}[\w-]+|(?<![\w-])[\w-]{2,}\*{3,}|\b(?:sk|pk|gsk|xai|key|AIza)[\w-]{0,200}(?:\.{3}|…)[\w-]*/g;
/** Keys as the providers make them, whoever's they are. */
const KEY_LIKE = /\b(?:sk-|gsk_|xai-|AIza|Bearer )[\w.~+/=-]{16,}/g;

/**
 * Takes secrets out of a text: those that are given, whole or in pieces of 8 characters and more, also in base64, in
 * hexadecimal and in other letters; and whatever looks like a key, or like what a provider has left of one.
 *
 * @param text The text.
 * @param secrets The secrets. One shorter than 8 characters is taken out where it stands as a word of its own, as it
 * may be the name of something.
 * @returns The text; the same one if it has none.
 */
export function redact(text: string, secrets: readonly string[] = []): string {
  // The ends of a masked key are too short to be told from words.
  let result = text.replace(MASKED, REDACTED);
  for (const secret of secrets) {
    if (secret === "" || secret.length >= PIECE_CHARS) continue;
    for (const word of new Set([secret, percentEncoded(secret)])) {
      result = withoutWord(result, word);
    }
  }
  return withoutPieces(result, secretPieces(secrets)).replace(KEY_LIKE, REDACTED);
}

function withoutWord(text: string, word: string): string {
  if (word === "" || !text.includes(word)) return text;
  const escaped = word.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
  return text.replace(new RegExp(`(?<![\\w-])${escaped}(?![\\w-])`, "g"), REDACTED);
}

/** Looks at each place once, however many pieces there are: a stranger may send a long text. */
function withoutPieces(text: string, pieces: ReadonlySet<string>): string {
  if (pieces.size === 0) return text;
  const small = smallLetters(text);
  const shown: string[] = [];
  let start = 0;
  for (let at = 0; at + PIECE_CHARS <= small.length; at++) {
    if (!pieces.has(small.slice(at, at + PIECE_CHARS))) continue;
    shown.push(text.slice(start, at), REDACTED);
    at += PIECE_CHARS;
    // Goes on as long as the last 8 characters are of a secret.
    while (at < small.length && pieces.has(small.slice(at - PIECE_CHARS + 1, at + 1))) at++;
    start = at;
    at--;
  }
  return start === 0 ? text : shown.join("") + text.slice(start);
}
