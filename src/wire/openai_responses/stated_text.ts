import { ModelError } from "../../errors.ts";
import { quote } from "../json.ts";

/**
 * A text that arrives in pieces and is stated whole at its end, often more than once. Whatever was
 * lost on the way shows: a lost tail is made up for, anything else contradicts the statement.
 */
export class StatedText {
  readonly #what: string;
  #text = "";
  #stated = false;

  /** @param what What the text is, for error messages. */
  constructor(what: string) {
    this.#what = what;
  }

  /** The text so far. */
  get text(): string {
    return this.#text;
  }

  /** Whether it was stated whole. */
  get stated(): boolean {
    return this.#stated;
  }

  /**
   * Takes a piece.
   *
   * @returns The piece.
   * @throws {ModelError} `STREAM_PROTOCOL` if the text was already stated whole.
   */
  add(piece: string): string {
    if (piece !== "" && this.#stated) {
      throw new ModelError(
        "STREAM_PROTOCOL",
        `A piece of the ${this.#what} follows its end: ${quote(piece)}`,
      );
    }
    this.#text += piece;
    return piece;
  }

  /**
   * Takes the whole.
   *
   * @returns The part that had not arrived.
   * @throws {ModelError} `STREAM_PROTOCOL` if it is not what arrived in pieces.
   */
  state(whole: string): string {
    const isSame = this.#stated ? whole === this.#text : whole.startsWith(this.#text);
    if (!isSame) {
      throw new ModelError(
        "STREAM_PROTOCOL",
        `The ${this.#what} is not what is stated at its end: ${difference(this.#text, whole)}`,
      );
    }
    const rest = whole.slice(this.#text.length);
    this.#text = whole;
    this.#stated = true;
    return rest;
  }
}

/** How much of the two texts an error message shows from where they part, in characters. */
const EXCERPT_CHARS = 40;

function difference(arrived: string, whole: string): string {
  let at = 0;
  while (at < arrived.length && arrived[at] === whole[at]) at++;
  const [got, stated] = [arrived, whole].map((text) => quote(text.slice(at, at + EXCERPT_CHARS)));
  return `from character ${at} on, ${got} arrived but ${stated} is stated`;
}
