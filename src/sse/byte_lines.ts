import type { Bytes } from "../bytes.ts";
import { type LineReader, LineSplitter, type LineSplitterOptions } from "./line_splitter.ts";
import { Utf8Decoder } from "./utf8_decoder.ts";

/**
 * Cuts bytes, which come in chunks, into lines of text. A failure, be it of a limit or of the
 * reader, is final: what came after it could not be trusted.
 */
export class ByteLines {
  readonly #utf8 = new Utf8Decoder();
  readonly #lines: LineSplitter;
  #failure: { readonly error: unknown } | undefined;

  /** @param options The limit and the kinds of line ends. */
  constructor(options: LineSplitterOptions) {
    this.#lines = new LineSplitter(options);
  }

  /**
   * Takes the next bytes.
   *
   * @param chunk The bytes.
   * @param reader Reads the lines that they complete.
   * @throws {RangeError} If a line is longer than `maxLineChars`.
   */
  push(chunk: Bytes, reader: LineReader): void {
    if (this.#failure !== undefined) throw this.#failure.error;
    try {
      this.#lines.push(this.#utf8.decode(chunk), reader);
    } catch (error) {
      throw this.#fail(error);
    }
  }

  /**
   * Ends the bytes.
   *
   * @param reader Reads the line that the end leaves unfinished.
   * @throws {RangeError} If that line is longer than `maxLineChars`.
   */
  end(reader: LineReader): void {
    if (this.#failure !== undefined) throw this.#failure.error;
    try {
      // What a cut last character becomes holds no line end.
      this.#lines.push(this.#utf8.end(), reader);
      this.#lines.end(reader);
    } catch (error) {
      throw this.#fail(error);
    }
  }

  #fail(error: unknown): unknown {
    this.#failure = { error };
    this.#lines.forget();
    return error;
  }
}
