/** How long a text may become, how deep groups may be, and how many rare signs are looked for. */
const MAX_CHARS = 1_000_000;
const MAX_DEPTH = 100;
const MAX_SEARCHES = 50;

/** Signs that are tried first, as people would. */
const COMMON = [
  ..."abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_-.,:;/@#+*=!?()[]{} \n",
];

/** The last of the code points that are tried: all that most scripts and pictures need. */
const LAST_CODE_POINT = 0x1ffff;

/**
 * Makes a short text that a regular expression matches: of alternatives the shortest, of each repeated part as few as
 * may be. Edges of words (`\b`) are not looked at, so that the text of an expression with these may not match.
 *
 * @param pattern The expression, which is a valid one of JavaScript with the flag `u`.
 * @param more How many more of each repeated part there are than it takes, where it may have so many.
 * @returns The text; `undefined` if the expression looks around (`(?=…)`) or back (`\1`), or is too large.
 */
export function patternText(pattern: string, more: number): string | undefined {
  try {
    return new PatternText(pattern, more).make();
  } catch (error) {
    if (error instanceof Unwritable) return undefined;
    throw error;
  }
}

class Unwritable extends Error {}

const REPEAT_REGEXP = /(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/y;
const EDGE_REGEXP = /\^|\$|\\[bB]/y;
const GROUP_REGEXP = /\((?:\?(?:<?[=!]|<[^>]*>|[a-z-]*:))?/y;
const SIGN_REGEXP =
  /\[(?:\\.|[^\]\\])*\]|\\(?:u\{[\da-f]+\}|u[\da-f]{4}|x[\da-f]{2}|c[a-z]|p\{[^}]*\}|k<[^>]*>|[1-9]\d*|.)|./isuy;

class PatternText {
  readonly #pattern: string;
  readonly #more: number;
  readonly #signs: Map<string, string> = new Map();
  #at = 0;
  #depth = 0;
  #searches = 0;

  constructor(pattern: string, more: number) {
    this.#pattern = pattern;
    this.#more = more;
  }

  make(): string {
    return this.#alternatives();
  }

  #alternatives(): string {
    if (++this.#depth > MAX_DEPTH) throw new Unwritable();
    let shortest = this.#sequence();
    while (this.#take(/\|/y) !== undefined) {
      const other = this.#sequence();
      if (other.length < shortest.length) shortest = other;
    }
    this.#depth--;
    return shortest;
  }

  #sequence(): string {
    let text = "";
    while (this.#at < this.#pattern.length && !"|)".includes(this.#pattern[this.#at]!)) {
      const part = this.#part();
      const times = this.#times();
      if (text.length + part.length * times > MAX_CHARS) throw new Unwritable();
      text += part.repeat(times);
    }
    return text;
  }

  /** An edge, a group, or what stands for one sign. */
  #part(): string {
    if (this.#take(EDGE_REGEXP) !== undefined) return "";
    const [open] = this.#take(GROUP_REGEXP) ?? [];
    if (open === undefined) return this.#sign(this.#take(SIGN_REGEXP)![0]);
    if (/[=!]$/.test(open)) throw new Unwritable();
    const text = this.#alternatives();
    this.#at++;
    return text;
  }

  #times(): number {
    const found = this.#take(REPEAT_REGEXP);
    if (found === undefined) return 1;
    const [sign, least, comma, most] = found;
    const [from, to] = least !== undefined
      ? [Number(least), comma === "" ? Number(least) : most === "" ? Infinity : Number(most)]
      : [sign.startsWith("+") ? 1 : 0, sign.startsWith("?") ? 1 : Infinity];
    return Math.min(from + this.#more, to);
  }

  /** The first sign that fits, of those that people would take. */
  #sign(source: string): string {
    if (!/^[\\[.]/.test(source)) return source;
    const known = this.#signs.get(source) ?? this.#found(source);
    this.#signs.set(source, known);
    return known;
  }

  #found(source: string): string {
    if (/^\\(?:[1-9]|k<)/.test(source)) throw new Unwritable();
    const one = new RegExp(`^${source}$`, "su");
    const common = COMMON.find((sign) => one.test(sign));
    if (common !== undefined) return common;
    if (++this.#searches > MAX_SEARCHES) throw new Unwritable();
    for (let code = 0; code <= LAST_CODE_POINT; code++) {
      const sign = String.fromCodePoint(code);
      if (one.test(sign)) return sign;
    }
    throw new Unwritable();
  }

  #take(expression: RegExp): RegExpExecArray | undefined {
    expression.lastIndex = this.#at;
    const found = expression.exec(this.#pattern);
    if (found === null) return undefined;
    this.#at = expression.lastIndex;
    return found;
  }
}
