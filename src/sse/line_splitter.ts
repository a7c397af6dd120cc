/** Receives a line as a piece of a text: the characters from `start` up to `end`. */
export type LineSink = (text: string, start: number, end: number) => void;

/** Options of a line splitter. */
export interface LineSplitterOptions {
  /** How many characters a line may have, its end left out. */
  readonly maxLineChars: number;
  /** Whether `\r` and `\r\n` end a line beside `\n`. */
  readonly carriageReturns: boolean;
}

/** After how many pieces an unfinished line is made one string, so that a piece costs no memory. */
const MAX_PIECES = 1024;

/**
 * Cuts a text that comes in pieces into lines. Every character is looked at once, however long a
 * line is: what is kept of an unfinished line is known to hold no line end.
 */
export class LineSplitter {
  readonly #maxLineChars: number;
  readonly #carriageReturns: boolean;
  readonly #sink: LineSink;
  /** The pieces of the unfinished line. */
  #pieces: string[] = [];
  #pendingChars = 0;
  /** Whether the last character was a `\r`, so that a `\n` now belongs to the same line end. */
  #afterReturn = false;

  /**
   * @param options The limits and the kind of line ends.
   * @param sink Receives each line, without its end.
   */
  constructor(options: LineSplitterOptions, sink: LineSink) {
    this.#maxLineChars = options.maxLineChars;
    this.#carriageReturns = options.carriageReturns;
    this.#sink = sink;
  }

  /**
   * Takes the next piece of the text.
   *
   * @throws {RangeError} If a line is longer than `maxLineChars`.
   */
  push(text: string): void {
    if (text === "") return;
    let start = this.#afterReturn && text.startsWith("\n") ? 1 : 0;
    this.#afterReturn = false;
    let feed = text.indexOf("\n", start);
    let carriage = this.#carriageReturns ? text.indexOf("\r", start) : -1;
    while (feed !== -1 || carriage !== -1) {
      const byReturn = carriage !== -1 && (feed === -1 || carriage < feed);
      const end = byReturn ? carriage : feed;
      this.#line(text, start, end);
      start = byReturn && feed === end + 1 ? end + 2 : end + 1;
      if (byReturn) {
        this.#afterReturn = start === text.length && feed !== end + 1;
        carriage = text.indexOf("\r", start);
      }
      if (feed !== -1 && feed < start) feed = text.indexOf("\n", start);
    }
    if (start < text.length) this.#keep(text, start);
  }

  /** Ends the text. Gives the unfinished line to the sink and tells whether there was one. */
  end(): boolean {
    if (this.#pendingChars === 0) return false;
    this.#line("", 0, 0);
    return true;
  }

  #line(text: string, start: number, end: number): void {
    this.#checkLength(this.#pendingChars + end - start);
    if (this.#pendingChars === 0) return this.#sink(text, start, end);
    this.#pieces.push(text.slice(start, end));
    const line = this.#pieces.join("");
    this.#pieces = [];
    this.#pendingChars = 0;
    this.#sink(line, 0, line.length);
  }

  #keep(text: string, start: number): void {
    this.#pendingChars += text.length - start;
    this.#checkLength(this.#pendingChars);
    this.#pieces.push(text.slice(start));
    if (this.#pieces.length === MAX_PIECES) this.#pieces = [this.#pieces.join("")];
  }

  #checkLength(chars: number): void {
    if (chars <= this.#maxLineChars) return;
    // The length beyond the limit is left unsaid, as it depends on how the text was cut.
    throw new RangeError(
      `Cannot read a line longer than 'maxLineChars': limit is ${this.#maxLineChars} characters, ` +
        `the line has at least ${this.#maxLineChars + 1}`,
    );
  }
}
