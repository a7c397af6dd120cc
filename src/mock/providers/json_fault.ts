/** What a reader of JSON was about to read where the text was over or went wrong. */
export type JsonPlace =
  | "value"
  | "key"
  | "colon"
  | "object"
  | "array"
  | "top"
  | "string"
  | "escape"
  | "hex"
  | "number"
  | "literal";

/** Where a text stops being JSON. */
export interface JsonFault {
  /** How many characters of it could be read; all of them if the text is only too short. */
  readonly at: number;
  /** What was to come there. */
  readonly place: JsonPlace;
  /** Of a word such as `true`, the word and the letter that was to come. */
  readonly word?: { readonly whole: string; readonly letter: string };
}

const WORDS: Readonly<Record<string, string>> = { t: "true", f: "false", n: "null" };
const SPACES_REGEXP = /[ \t\n\r]*/y;
const SIGN_REGEXP = /[+-]?/y;
const WHOLE_REGEXP = /-?(?:0|[1-9]\d*)/y;
const DIGITS_REGEXP = /\d*/y;
// deno-lint-ignore no-control-regex -- JSON forbids control characters in texts
const PLAIN_REGEXP = /[^"\\\u0000-\u001f]*/y;
const HEX_REGEXP = /[0-9a-fA-F]{0,4}/y;

/**
 * Finds where a text stops being JSON, the same in every runtime; `undefined` if it is JSON.
 *
 * @param text The text.
 */
export function jsonFault(text: string): JsonFault | undefined {
  return new JsonReader(text).read();
}

/** What may come next: `item` and `first-key` may be the end of what holds them as well. */
type Next = "value" | "item" | "first-key" | "key" | "colon" | "after";

/** Reads without recursion, so that no depth is too deep. */
class JsonReader {
  readonly #text: string;
  readonly #open: ("object" | "array")[] = [];
  #at = 0;
  #next: Next = "value";

  constructor(text: string) {
    this.#text = text;
  }

  read(): JsonFault | undefined {
    for (;;) {
      this.#skip(SPACES_REGEXP);
      const char = this.#text[this.#at];
      if (this.#next === "after" && this.#open.length === 0) {
        return char === undefined ? undefined : this.#fault("top");
      }
      const fault = this.#step(char);
      if (fault !== undefined) return fault;
    }
  }

  #step(char: string | undefined): JsonFault | undefined {
    switch (this.#next) {
      case "after":
        return this.#more(char);
      case "colon":
        return char === ":" ? this.#pass("value") : this.#fault("colon");
      case "first-key":
        return char === "}" ? this.#close() : this.#key(char);
      case "key":
        return this.#key(char);
      case "item":
        return char === "]" ? this.#close() : this.#value(char);
      case "value":
        return this.#value(char);
    }
  }

  #more(char: string | undefined): JsonFault | undefined {
    const isObject = this.#open.at(-1) === "object";
    if (char === ",") return this.#pass(isObject ? "key" : "value");
    if (char === (isObject ? "}" : "]")) return this.#close();
    return this.#fault(isObject ? "object" : "array");
  }

  #key(char: string | undefined): JsonFault | undefined {
    if (char !== '"') return this.#fault("key");
    this.#next = "colon";
    return this.#string();
  }

  #value(char: string | undefined): JsonFault | undefined {
    if (char === "{" || char === "[") {
      this.#open.push(char === "{" ? "object" : "array");
      return this.#pass(char === "{" ? "first-key" : "item");
    }
    this.#next = "after";
    if (char === '"') return this.#string();
    const word = char === undefined ? undefined : WORDS[char];
    if (word !== undefined) return this.#word(word);
    return char !== undefined && /[-\d]/.test(char) ? this.#number() : this.#fault("value");
  }

  #number(): JsonFault | undefined {
    if (this.#skip(WHOLE_REGEXP) === 0) {
      // Nothing but a minus.
      this.#at++;
      return this.#fault("number");
    }
    if (this.#text[this.#at] === ".") {
      this.#at++;
      if (this.#skip(DIGITS_REGEXP) === 0) return this.#fault("number");
    }
    const mark = this.#text[this.#at];
    if (mark !== "e" && mark !== "E") return undefined;
    this.#at++;
    this.#skip(SIGN_REGEXP);
    return this.#skip(DIGITS_REGEXP) === 0 ? this.#fault("number") : undefined;
  }

  #word(whole: string): JsonFault | undefined {
    for (const letter of whole) {
      if (this.#text[this.#at] !== letter) {
        return { ...this.#fault("literal"), word: { whole, letter } };
      }
      this.#at++;
    }
    return undefined;
  }

  #string(): JsonFault | undefined {
    this.#at++;
    for (;;) {
      this.#skip(PLAIN_REGEXP);
      const char = this.#text[this.#at];
      if (char !== '"' && char !== "\\") return this.#fault("string");
      this.#at++;
      if (char === '"') return undefined;
      const escaped = this.#text[this.#at];
      if (escaped === undefined || !'"\\/bfnrtu'.includes(escaped)) return this.#fault("escape");
      this.#at++;
      if (escaped === "u" && this.#skip(HEX_REGEXP) < 4) return this.#fault("hex");
    }
  }

  #close(): undefined {
    this.#open.pop();
    return this.#pass("after");
  }

  #pass(next: Next): undefined {
    this.#at++;
    this.#next = next;
  }

  /** Passes over what fits, and tells how much that was. */
  #skip(regexp: RegExp): number {
    regexp.lastIndex = this.#at;
    const length = regexp.exec(this.#text)?.[0].length ?? 0;
    this.#at += length;
    return length;
  }

  #fault(place: JsonPlace): JsonFault {
    return { at: this.#at, place };
  }
}
