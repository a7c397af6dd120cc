import { holdableSuffix, MAX_ATTRIBUTE_CHARS } from "./holdable_suffix.ts";

/** A tag in a text. */
export interface FoundTag {
  /** Where it begins. */
  readonly start: number;
  /** Where it ends. */
  readonly end: number;
  /** Its name, as the configuration spells it. */
  readonly name: string;
  /** Whether it is a closing tag. */
  readonly closes: boolean;
}

/** Finds the tags of some names in texts. */
export class ThinkTags {
  readonly #texts: readonly string[];
  readonly #isLoose: boolean;
  readonly #regexp: RegExp;

  /**
   * Makes a finder.
   *
   * @param names The names, without angle brackets.
   * @param kinds Which tags to find.
   * @param isLoose Whether they count in capitals as well, and with white space or attributes behind their names.
   */
  constructor(names: readonly string[], kinds: "opening" | "closing" | "both", isLoose: boolean) {
    const known = isLoose ? names.map((name) => name.toLowerCase()) : names;
    const slashes = { opening: [""], closing: ["/"], both: ["", "/"] }[kinds];
    const slash = { opening: "", closing: "/", both: "/?" }[kinds];
    const more = isLoose ? `(?:\\s[^<>]{0,${MAX_ATTRIBUTE_CHARS - 1}})?` : "";
    this.#isLoose = isLoose;
    this.#texts = known.flatMap((name) => slashes.map((slash) => `<${slash}${name}>`));
    const source = `<(${slash})(${known.map(escapeRegExp).join("|")})${more}>`;
    this.#regexp = new RegExp(source, isLoose ? "gi" : "g");
  }

  /**
   * Finds the first whole tag.
   *
   * @param text The text.
   * @param from Where to begin.
   */
  find(text: string, from: number): FoundTag | undefined {
    this.#regexp.lastIndex = from;
    const match = this.#regexp.exec(text);
    if (match === null) return undefined;
    const [{ length }, slash, name] = match;
    const spelled = this.#isLoose ? name!.toLowerCase() : name!;
    return { start: match.index, end: match.index + length, name: spelled, closes: slash === "/" };
  }

  /** How much of the end of a text without a whole tag may begin one. */
  holdable(text: string): number {
    return holdableSuffix(text, this.#texts, this.#isLoose);
  }
}

function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
