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
    let start = this.#afterReturn && piece.charCodeAt(0) === LINE_FEED ? 1 : 0;
    this.#afterReturn = false;
    let carriage = this.#findReturn(piece, start);
    let isUnfinished = this.#unfinished.length > 0;
    while (start < piece.length) {
      const end = findEnd(piece, start, carriage);
      if (end === NONE) return this.#keep(piece, start);
      const next = end === carriage ? this.#afterReturnAt(piece, end) : end + 1;
      start = isUnfinished
        ? this.#finish(piece, end, next, reader)
        : this.#read(piece, start, end, next, carriage, reader);
      isUnfinished = false;
      if (end === carriage) carriage = this.#findReturn(piece, start);
    }
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

  #read(
    text: string,
    start: number,
    end: number,
    next: number,
    carriage: number,
    reader: LineReader,
  ): number {
    const maxLineChars = this.#maxLineChars;
    if (end - start > maxLineChars) throw tooLong(maxLineChars);
    const plainEnd = carriage === NONE ? text.length : carriage;
    return reader.line(text, start, end, next, plainEnd - next > maxLineChars ? next : plainEnd);
  }

  /** Ends the unfinished line at `end` of the piece; gives where in the piece to go on. */
  #finish(piece: string, end: number, next: number, reader: LineReader): number {
    const before = this.#unfinished.length;
    // With the character after the line, since the reader may look at it.
    this.#unfinished.push(piece.slice(0, next + 1));
    const text = this.#unfinished.take();
    return this.#read(text, 0, before + end, before + next, 0, reader) - before;
  }

  #keep(piece: string, start: number): void {
    this.#unfinished.push(piece.slice(start));
    if (this.#unfinished.length > this.#maxLineChars) throw tooLong(this.#maxLineChars);
  }

  /** Gives where the line after the `\r` at `end` begins. */
  #afterReturnAt(piece: string, end: number): number {
    this.#afterReturn = end + 1 === piece.length;
    return !this.#afterReturn && piece.charCodeAt(end + 1) === LINE_FEED ? end + 2 : end + 1;
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
