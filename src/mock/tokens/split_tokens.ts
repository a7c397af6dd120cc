/**
 * What counts as one token: up to eight letters or digits with the blank before them, one sign of a
 * script without blanks, one other sign, or a run of blanks. About what providers' own tokenizers make of
 * English and Chinese; the same on every wire, and the same every time.
 */
const TOKEN_REGEXP =
  / ?[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]| ?(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}])[\p{L}\p{M}\p{N}_]){1,8}| ?[^\p{L}\p{M}\p{N}_\s]|\s+/gu;

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
