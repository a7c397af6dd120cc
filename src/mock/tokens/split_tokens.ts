/** The signs of scripts without blanks between words, each a token of its own. */
const SIGN = String
  .raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]`;

/** What belongs to the sign before it: marks, skin colours, and what a joiner joins on. */
const MARK = String.raw`[\p{M}\p{Emoji_Modifier}]`;
const MARKS = String.raw`(?:${MARK}|\u200d[^\s\p{M}])*`;

/**
 * What counts as one token: up to eight letters or digits with the blank before them, one sign of a
 * script without blanks, one other sign, or a run of blanks. About what providers' own tokenizers make of
 * English and Chinese; the same on every wire, and the same every time. A mark stays with its letter, and an
 * emoji of several code points is one sign.
 */
const TOKEN_REGEXP = new RegExp(
  [
    String.raw` ?${SIGN}${MARKS}`,
    String.raw` ?(?:(?!${SIGN})[\p{L}\p{N}_]${MARKS}){1,8}`,
    String.raw` ?\p{RI}\p{RI}${MARKS}`,
    String.raw` ?[^\p{L}\p{M}\p{N}_\s]${MARKS}`,
    String.raw`\s?${MARK}${MARKS}`,
    String.raw`\s+(?!${MARK})`,
    String.raw`\s`,
  ].join("|"),
  "gu",
);

const ASCII_TOKEN_REGEXP = / ?\w{1,8}| ?[^\w\s]|\s+/g;
// deno-lint-ignore no-control-regex -- asks whether all is ASCII
const ASCII_REGEXP = /^[\x00-\x7f]*$/;

/**
 * Cuts a text into tokens; joined, they are the text.
 *
 * @param text The text.
 */
export function splitTokens(text: string): readonly string[] {
  return text.match(ASCII_REGEXP.test(text) ? ASCII_TOKEN_REGEXP : TOKEN_REGEXP) ?? [];
}

/**
 * Counts the tokens of a text.
 *
 * @param text The text.
 */
export function countTokens(text: string): number {
  return splitTokens(text).length;
}
