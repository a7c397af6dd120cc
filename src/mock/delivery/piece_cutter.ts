import { countTokens, splitTokens } from "../tokens/split_tokens.ts";
import { cutText } from "./cut_text.ts";
import type { Chunking } from "./delivery_plan.ts";

/** A piece of a text, with what wires write of it. */
export interface TextPiece {
  /** The piece. */
  readonly text: string;
  /** The piece as JSON, in quotes. */
  readonly json: string;
  /** How many tokens begin in it; those of all pieces are those of the text, however it is cut. */
  readonly tokens: number;
}

/** The piece of an empty text where a frame is sent for it all the same. */
export const EMPTY_PIECE: TextPiece = { text: "", json: '""', tokens: 0 };

/** How many texts are remembered, and how long they may be together, in characters: a piece costs a hundred bytes. */
const MAX_TEXTS = 64;
const MAX_CHARS = 64 * 1024;

/** What a text was cut into, and how. */
interface Cut {
  readonly by: string;
  readonly size: number;
  readonly pieces: readonly TextPiece[];
  /** How many tokens the whole text has. */
  readonly tokens: number;
}

/** Cuts texts into pieces, and remembers what it cut, as a rule gives the same text again and again. */
export class PieceCutter {
  readonly #known: Map<string, Cut> = new Map();
  #chars = 0;

  /**
   * Cuts a text; joined, the pieces are the text.
   *
   * @param text The text.
   * @param chunking What a piece is.
   */
  cut(text: string, chunking: Chunking = {}): readonly TextPiece[] {
    if (text.length > MAX_CHARS) return piecesOf(text, chunking);
    const { by = "token", size = 1 } = chunking;
    const known = this.#known.get(text);
    if (known?.by === by && known.size === size) return known.pieces;
    const pieces = piecesOf(text, chunking);
    this.#keep(text, { by, size, pieces, tokens: countTokens(text) });
    return pieces;
  }

  /** Counts the tokens of a text; of one that it cut it knows them. */
  countTokens(text: string): number {
    return this.#known.get(text)?.tokens ?? countTokens(text);
  }

  #keep(text: string, cut: Cut): void {
    if (this.#known.size === MAX_TEXTS || this.#chars + text.length > MAX_CHARS) {
      this.#known.clear();
      this.#chars = 0;
    }
    this.#known.set(text, cut);
    this.#chars += text.length;
  }
}

function piecesOf(text: string, chunking: Chunking): readonly TextPiece[] {
  const cursor = new TokenCursor(text);
  return cutText(text, chunking).map((piece) => ({
    text: piece,
    json: JSON.stringify(piece),
    tokens: cursor.take(piece),
  }));
}

/** Counts the tokens of a text with the pieces in which they begin: a model has written all of a token by then. */
class TokenCursor {
  readonly #tokens: readonly string[];
  #next = 0;
  /** Where the next token begins, and where the next piece. */
  #begin = 0;
  #given = 0;

  constructor(text: string) {
    this.#tokens = splitTokens(text);
  }

  take(piece: string): number {
    this.#given += piece.length;
    const first = this.#next;
    while (this.#begin < this.#given) this.#begin += this.#tokens[this.#next++]!.length;
    return this.#next - first;
  }
}
