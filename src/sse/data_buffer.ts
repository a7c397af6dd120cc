import { PieceBuffer } from "./piece_buffer.ts";
import { utf8Length } from "../utf8_length.ts";

/**
 * The data of one event: the values of its `data` fields, joined by line feeds.
 *
 * The limit is in bytes, but counting them costs time. No UTF-16 unit has more than three, so that
 * nothing is counted before the data has a third of the limit in characters.
 */
export class DataBuffer {
  readonly #maxBytes: number;
  /** The data so far, but for what is in `#more`. */
  #data: string | undefined;
  readonly #more = new PieceBuffer();
  /** The exact size; `undefined` before it has to be counted. */
  #bytes: number | undefined;

  /** @param maxBytes How many bytes the data may have as UTF-8. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Whether the event has no `data` field yet. */
  get empty(): boolean {
    return this.#data === undefined;
  }

  /**
   * Adds the value of a `data` field.
   *
   * @throws {RangeError} If the data becomes larger than the limit.
   */
  add(value: string): void {
    if (this.#data === undefined) {
      this.#count(value.length, value);
      this.#data = value;
    } else {
      this.#count(this.#data.length + this.#more.length + 1 + value.length, "\n" + value);
      this.#more.push("\n");
      this.#more.push(value);
    }
  }

  /** Gives the data, `undefined` if there was no `data` field, and forgets it. */
  take(): string | undefined {
    const data = this.#data === undefined ? undefined : this.#joined();
    this.#data = undefined;
    this.#bytes = undefined;
    return data;
  }

  #joined(): string {
    const data = this.#data ?? "";
    return this.#more.length === 0 ? data : data + this.#more.take();
  }

  /** Checks the limit for data of so many characters, of which `added` are new. */
  #count(chars: number, added: string): void {
    if (chars * 3 <= this.#maxBytes) return;
    if (this.#bytes === undefined && this.#data !== undefined) this.#data = this.#joined();
    this.#bytes ??= utf8Length(this.#data ?? "");
    this.#bytes += utf8Length(added);
    if (this.#bytes <= this.#maxBytes) return;
    throw new RangeError(
      `Cannot read an event whose data is larger than 'maxEventBytes': limit is ` +
        `${this.#maxBytes} bytes, the data has at least ${this.#bytes}`,
    );
  }
}
