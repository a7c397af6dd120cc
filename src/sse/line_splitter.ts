import { PieceBuffer } from "./piece_buffer.ts";

/** Reads the lines of a text. */
export interface LineReader {
  /**
   * Reads the lines that have ended.
   *
   * @param text The text.
   * @param start Where the first line begins.
   * @param searched Up to where the text is known to hold no line end.
   * @returns Where the line begins that has not ended; the length of the text if there is none.
   * @throws {RangeError} If a line is too long.
   */
  readLines(text: string, start: number, searched: number): number;
}

/** Options of a line splitter. */
export interface LineSplitterOptions {
  /** How many characters a line may have, its end left out. */
  readonly maxLineChars: number;
  /** Whether `\r` and `\r\n` end a line beside `\n`. */
  readonly carriageReturns: boolean;
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const NONE = -1;

/**
 * Cuts a text that comes in pieces so that its reader sees whole lines only: it keeps a line that
 * has not ended, and finds its end. The ends of the other lines are left to the reader, which is
 * the fastest way.
 *
 * What is kept is known to hold no line end and is not searched again, however long the line is.
 */
export class LineSplitter {
  readonly #maxLineChars: number;
  readonly #carriageReturns: boolean;
  readonly #unfinished = new PieceBuffer();
  /** Whether the last piece ended by `\r`: a `\n` now belongs to the same line end. */
  #afterReturn = false;

  /** @param options The limit and the kinds of line ends. */
  constructor(options: LineSplitterOptions) {
    this.#maxLineChars = options.maxLineChars;
    this.#carriageReturns = options.carriageReturns;
  }

  /**
   * Takes the next piece of the text.
   *
   * @param piece The piece.
   * @param reader Reads the lines that the piece completes.
   * @throws {RangeError} If a line is longer than `maxLineChars`.
   */
  push(piece: string, reader: LineReader): void {
    if (piece.length === 0) return;
    let start = this.#afterReturn && piece.charCodeAt(0) === LINE_FEED ? 1 : 0;
    this.#afterReturn = this.#carriageReturns &&
      piece.charCodeAt(piece.length - 1) === CARRIAGE_RETURN;
    if (this.#unfinished.length > 0) start = this.#continue(piece, reader);
    this.#read(piece, start, start, reader);
  }

  /**
   * Ends the text.
   *
   * @param reader Reads the line that the end leaves unfinished, if there is one.
   */
  end(reader: LineReader): void {
    if (this.#unfinished.length > 0) this.push("\n", reader);
  }

  /** Frees what is kept of the unfinished line. */
  forget(): void {
    this.#unfinished.clear();
  }

  /** Goes on with the unfinished line; gives up to where the piece has been dealt with. */
  #continue(piece: string, reader: LineReader): number {
    const feed = piece.indexOf("\n");
    const end = feed === NONE ? piece.length : feed + 1;
    const hasEnded = feed !== NONE || (this.#carriageReturns && piece.includes("\r"));
    if (!hasEnded) return this.#keep(piece);
    const searched = this.#unfinished.length;
    this.#unfinished.push(piece.slice(0, end));
    this.#read(this.#unfinished.take(), 0, searched, reader);
    return end;
  }

  #read(text: string, start: number, searched: number, reader: LineReader): void {
    if (start === text.length) return;
    const rest = reader.readLines(text, start, searched);
    if (rest < text.length) this.#keep(text.slice(rest));
  }

  #keep(rest: string): number {
    this.#unfinished.push(rest);
    if (this.#unfinished.length > this.#maxLineChars) throw lineTooLong(this.#maxLineChars);
    return rest.length;
  }
}

/** How much longer the line is depends on how it was cut, so that it must not be in the message. */
export function lineTooLong(maxLineChars: number): RangeError {
  return new RangeError(
    `Cannot read a line longer than 'maxLineChars': limit is ${maxLineChars} characters, ` +
      `the line has at least ${maxLineChars + 1}`,
  );
}
