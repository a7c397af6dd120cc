/** The signs of scripts without blanks between words, each a token of its own. */
const SIGN = String
  .raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]`;

/** What belongs to the sign before it: marks, skin colours, and what a joiner joins on. */
const MARK = String.raw`[\p{M}\p{Emoji_Modifier}]`;
const MARKS = String.raw`(?:${MARK}|\u200d[^\s\p{M}])*`;

let tokenRegExp: RegExp | undefined;

/**
 * What counts as one token: up to eight letters or digits with the blank before them, one sign of a
 * script without blanks, one other sign, or a run of blanks. About what providers' own tokenizers make of
 * English and Chinese; the same on every wire, and the same every time. A mark stays with its letter, and an
 * emoji of several code points is one sign.
 *
 * Made for the first text that is not all ASCII, as to make it takes as long as to load twenty modules.
 */
function anyTokenRegExp(): RegExp {
  return tokenRegExp ??= new RegExp(
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
}

const ASCII_TOKEN_REGEXP = / ?\w{1,8}| ?[^\w\s]|\s+/g;
// deno-lint-ignore no-control-regex -- asks whether all is ASCII
const ASCII_REGEXP = /^[\x00-\x7f]*$/;

/**
 * Cuts a text into tokens; joined, they are the text.
 *
 * @param text The text.
 */
export function splitTokens(text: string): readonly string[] {
  return text.match(ASCII_REGEXP.test(text) ? ASCII_TOKEN_REGEXP : anyTokenRegExp()) ?? [];
}

/**
 * Counts the tokens of a text: as many as {@linkcode splitTokens} gives, without making them.
 *
 * @param text The text.
 */
export function countTokens(text: string): number {
  let tokens = 0;
  for (let at = 0; at < text.length; tokens++) {
    at = asciiTokenEnd(text, at);
    if (at < 0) return splitTokens(text).length;
  }
  return tokens;
}

const MAX_LETTERS = 8;
const BLANK = 32;

/** Where the token that begins at a place ends; -1 if that cannot be told from ASCII alone. */
function asciiTokenEnd(text: string, start: number): number {
  let at = start;
  if (text.charCodeAt(at) === BLANK && at + 1 < text.length && kindAt(text, at + 1) !== "blank") {
    at++;
  }
  const kind = kindAt(text, at);
  if (kind === "other") return -1;
  let length = 1;
  if (kind === "sign") return at + length;
  const most = kind === "letter" ? MAX_LETTERS : Infinity;
  while (length < most && at + length < text.length && kindAt(text, at + length) === kind) length++;
  return at + length;
}

function kindAt(text: string, at: number): "letter" | "blank" | "sign" | "other" {
  const code = text.charCodeAt(at);
  if (code >= 128) return "other";
  if (code >= 97 && code <= 122) return "letter";
  if (code === BLANK || (code >= 9 && code <= 13)) return "blank";
  const isLetter = (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95;
  return isLetter ? "letter" : "sign";
}
