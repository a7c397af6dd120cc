import { PieceBuffer } from "./piece_buffer.ts";

/** Takes the lines of a text one after another. */
export interface LineReader {
  /**
   * Takes a line: the characters of `text` from `start` up to `end`, without its line end.
   *
   * @param next Where the line after it begins.
   * @returns Where to go on: at `next`, or further if the reader took the lines before that as well.
   */
  line(text: string, start: number, end: number, next: number): number;
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
    const start = this.#split(piece, this.#resume(piece, reader), reader);
    if (start === piece.length) return;
    this.#check(this.#unfinished.length + piece.length - start);
    this.#unfinished.push(piece.slice(start));
  }

  /**
   * Ends the text.
   *
   * @param reader Takes the line that the end leaves unfinished, if there is one.
   */
  end(reader: LineReader): void {
    if (this.#unfinished.length > 0) this.#finish("", reader);
  }

  /** Frees what is kept of the unfinished line. */
  forget(): void {
    this.#unfinished.clear();
  }

  /** Ends the line that the piece before left open, if it ends here. */
  #resume(piece: string, reader: LineReader): number {
    if (this.#afterReturn) {
      this.#afterReturn = false;
      return piece.charCodeAt(0) === LINE_FEED ? 1 : 0;
    }
    if (this.#unfinished.length === 0) return 0;
    const end = findEnd(piece, 0, this.#findReturn(piece, 0));
    if (end === NONE) return 0;
    this.#finish(piece.slice(0, end), reader);
    return this.#afterEnd(piece, end);
  }

  /** Reads whole lines from `from` on; gives where the unfinished line begins. */
  #split(piece: string, from: number, reader: LineReader): number {
    // Still unfinished: the piece has been searched, and has no line end.
    if (this.#unfinished.length > 0) return from;
    const maxLineChars = this.#maxLineChars;
    let start = from;
    let carriage = this.#findReturn(piece, start);
    while (start < piece.length) {
      const end = findEnd(piece, start, carriage);
      if (end === NONE) break;
      if (end - start > maxLineChars) throw tooLong(maxLineChars);
      if (end !== carriage) {
        start = reader.line(piece, start, end, end + 1);
      } else {
        start = reader.line(piece, start, end, this.#afterEnd(piece, end));
        carriage = this.#findReturn(piece, start);
      }
    }
    return start;
  }

  #finish(rest: string, reader: LineReader): void {
    this.#check(this.#unfinished.length + rest.length);
    this.#unfinished.push(rest);
    const line = this.#unfinished.take();
    reader.line(line, 0, line.length, line.length);
  }

  /** Gives where the line after the line end at `end` begins. */
  #afterEnd(piece: string, end: number): number {
    if (piece.charCodeAt(end) === LINE_FEED) return end + 1;
    this.#afterReturn = end + 1 === piece.length;
    return !this.#afterReturn && piece.charCodeAt(end + 1) === LINE_FEED ? end + 2 : end + 1;
  }

  #findReturn(piece: string, start: number): number {
    if (!this.#carriageReturns || start === piece.length) return NONE;
    return piece.charCodeAt(start) === CARRIAGE_RETURN ? start : piece.indexOf("\r", start);
  }

  #check(lineChars: number): void {
    if (lineChars > this.#maxLineChars) throw tooLong(this.#maxLineChars);
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
