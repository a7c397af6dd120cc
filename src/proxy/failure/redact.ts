/** What stands in place of a secret. */
const REDACTED = "[redacted]";
/** How much of a secret is too much to be shown. */
const PIECE_CHARS = 8;

/**
 * What is left when a provider hides a part of a key, as in `sk-ab****yz`, `****yz` and `sk-ab...yz`. A run of letters or
 * of stars is looked at from its beginning only, since a stranger may send a long one.
 */
const MASKED =
  /(?:(?<![\w-])[\w-]+)?(?<!\*)\*{3,}[\w-]+|(?<![\w-])[\w-]{2,}\*{3,}|\b(?:sk|pk|gsk|xai|key|AIza)[\w-]{0,200}(?:\.{3}|…)[\w-]*/g;
/** Keys as the providers make them, whoever's they are. */
const KEY_LIKE = /\b(?:sk-|gsk_|xai-|AIza|Bearer )[\w.~+/=-]{16,}/g;

/**
 * Takes secrets out of a text: those that are given, whole or in pieces of 8 characters and more, and whatever looks
 * like a key, or like what a provider has left of one.
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
    for (const spelling of spellings(secret)) result = withoutSecret(result, spelling);
  }
  return result.replace(KEY_LIKE, REDACTED);
}

function spellings(secret: string): ReadonlySet<string> {
  return new Set([secret, JSON.stringify(secret).slice(1, -1), percentEncoded(secret)]);
}

function percentEncoded(secret: string): string {
  // A lone surrogate cannot be encoded.
  return encodeURIComponent(secret.replace(/[\ud800-\udfff]/g, ""));
}

function withoutSecret(text: string, secret: string): string {
  if (secret === "") return text;
  if (secret.length < PIECE_CHARS) return withoutWord(text, secret);
  return withoutPieces(text, secret);
}

function withoutWord(text: string, word: string): string {
  if (!text.includes(word)) return text;
  const escaped = word.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
  return text.replace(new RegExp(`(?<![\\w-])${escaped}(?![\\w-])`, "g"), REDACTED);
}

function withoutPieces(text: string, secret: string): string {
  const pieces = new Map<string, number>();
  for (let at = 0; at + PIECE_CHARS <= secret.length; at++) {
    const piece = secret.slice(at, at + PIECE_CHARS);
    if (!pieces.has(piece)) pieces.set(piece, at);
  }
  const shown: string[] = [];
  let start = 0;
  for (let at = 0; at + PIECE_CHARS <= text.length; at++) {
    if (!pieces.has(text.slice(at, at + PIECE_CHARS))) continue;
    shown.push(text.slice(start, at), REDACTED);
    at += PIECE_CHARS;
    // Goes on as long as the last 8 characters are of the secret.
    while (at < text.length && pieces.has(text.slice(at - PIECE_CHARS + 1, at + 1))) at++;
    start = at;
    at--;
  }
  return start === 0 ? text : shown.join("") + text.slice(start);
}
