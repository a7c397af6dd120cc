import { PieceBuffer } from "./piece_buffer.ts";

/** Takes the lines of a text one after another. */
export interface LineReader {
  /**
   * Takes a line: the characters of `text` from `start` up to `end`, without its line end. It may
   * take lines that follow as well, which is faster where many are alike.
   *
   * @param next Where the line after it begins.
   * @param plainEnd Up to where such lines are plain: they end by line feeds, and none is too long.
   * @returns Where to go on: at `next`, or behind the lines that the reader took besides.
   */
  line(text: string, start: number, end: number, next: number, plainEnd: number): number;
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
 * Cuts a text that comes in pieces into lines. A line is handed on as a place in a text, since its
 * reader mostly wants a part of it only.
 *
 * Every character is searched once, however long a line is: what is kept of an unfinished line is
 * known to hold no line end.
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
   * @param reader Takes the lines that the piece completes.
   * @throws {RangeError} If a line is longer than `maxLineChars`.
   */
  push(piece: string, reader: LineReader): void {
    if (piece.length === 0) return;
    const from = this.#afterReturn && piece.charCodeAt(0) === LINE_FEED ? 1 : 0;
    this.#afterReturn = false;
    const carriage = this.#findReturn(piece, from);
    if (this.#unfinished.length === 0) return this.#split(piece, from, carriage, reader);
    const end = findEnd(piece, from, carriage);
    if (end === NONE) return this.#keep(piece);
    const start = this.#finish(piece, end, this.#afterEnd(piece, end), reader);
    this.#split(piece, start, carriage < start ? this.#findReturn(piece, start) : carriage, reader);
  }

  /**
   * Ends the text.
   *
   * @param reader Takes the line that the end leaves unfinished, if there is one.
   */
  end(reader: LineReader): void {
    if (this.#unfinished.length > 0) this.#finish("", 0, 0, reader);
  }

  /** Frees what is kept of the unfinished line. */
  forget(): void {
    this.#unfinished.clear();
  }

  /** Hands on the lines that begin at `from`; the next `\r` is at `firstReturn`. */
  #split(piece: string, from: number, firstReturn: number, reader: LineReader): void {
    const maxLineChars = this.#maxLineChars;
    let start = from;
    let carriage = firstReturn;
    let plainEnd = this.#plainEnd(piece, start, carriage);
    while (start < piece.length) {
      const end = findEnd(piece, start, carriage);
      if (end === NONE) return this.#keep(piece.slice(start));
      if (end - start > maxLineChars) throw tooLong(maxLineChars);
      start = reader.line(piece, start, end, this.#afterEnd(piece, end), plainEnd);
      if (end === carriage) {
        carriage = this.#findReturn(piece, start);
        plainEnd = this.#plainEnd(piece, start, carriage);
      }
    }
  }

  /** Ends the unfinished line at `end` of the piece; gives where in the piece to go on. */
  #finish(piece: string, end: number, next: number, reader: LineReader): number {
    const before = this.#unfinished.length;
    if (before + end > this.#maxLineChars) throw tooLong(this.#maxLineChars);
    // With the character after the line, since the reader may look at it.
    this.#unfinished.push(piece.slice(0, next + 1));
    return reader.line(this.#unfinished.take(), 0, before + end, before + next, 0) - before;
  }

  #keep(rest: string): void {
    this.#unfinished.push(rest);
    if (this.#unfinished.length > this.#maxLineChars) throw tooLong(this.#maxLineChars);
  }

  /** Gives where the line after the line end at `end` begins. */
  #afterEnd(piece: string, end: number): number {
    if (piece.charCodeAt(end) === LINE_FEED) return end + 1;
    this.#afterReturn = end + 1 === piece.length;
    return !this.#afterReturn && piece.charCodeAt(end + 1) === LINE_FEED ? end + 2 : end + 1;
  }

  #plainEnd(piece: string, start: number, carriage: number): number {
    const end = carriage === NONE ? piece.length : carriage;
    return end - start > this.#maxLineChars ? start : end;
  }

  #findReturn(piece: string, start: number): number {
    if (!this.#carriageReturns || start === piece.length) return NONE;
    return piece.charCodeAt(start) === CARRIAGE_RETURN ? start : piece.indexOf("\r", start);
  }
}

/** Finds the end of the line that begins at `start`; where the next `\r` is, is known. */
function findEnd(text: string, start: number, carriage: number): number {
  // Blank lines end events, which makes them as frequent as others and worth a shortcut.
  if (start === carriage || text.charCodeAt(start) === LINE_FEED) return start;
  const feed = text.indexOf("\n", start);
  return carriage === NONE || (feed !== NONE && feed < carriage) ? feed : carriage;
}

/** How much longer the line is depends on how it was cut, so that it must not be in the message. */
function tooLong(maxLineChars: number): RangeError {
  return new RangeError(
    `Cannot read a line longer than 'maxLineChars': limit is ${maxLineChars} characters, ` +
      `the line has at least ${maxLineChars + 1}`,
  );
}
