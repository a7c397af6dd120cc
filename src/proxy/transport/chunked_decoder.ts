import type { Bytes } from "../../bytes.ts";
import type { BodyDecoder } from "./body_decoder.ts";
import { TransportError } from "./transport_error.ts";

/** How long the line of a chunk's size may be, extensions included, in bytes. */
const MAX_SIZE_LINE_BYTES = 4096;

/** How long the fields after the last chunk may be, in bytes. */
const MAX_TRAILER_BYTES = 64 * 1024;

/** How many digits of a size are read: more would be no safe integer. */
const MAX_SIZE_DIGITS = 13;

const CR = 0x0d;
const LF = 0x0a;

type State =
  | "size"
  | "extension"
  | "size-lf"
  | "data"
  | "data-cr"
  | "data-lf"
  | "trailer-start"
  | "trailer"
  | "trailer-lf"
  | "end-lf"
  | "done";

/** A body in chunks. Extensions and trailers are read and dropped. */
export class ChunkedDecoder implements BodyDecoder {
  #state: State = "size";
  #left = 0;
  #digits = 0;
  #lineBytes = 0;
  #trailerBytes = 0;
  #hasExtra = false;

  get isDone(): boolean {
    return this.#state === "done";
  }

  get hasExtra(): boolean {
    return this.#hasExtra;
  }

  /** Moves what belongs to the body together: many small chunks in one packet cost one read. */
  push(bytes: Bytes): Bytes {
    let start = 0;
    let end = 0;
    let at = 0;
    while (at < bytes.length) {
      if (this.#state === "done") {
        this.#hasExtra = true;
        break;
      }
      if (this.#state !== "data") {
        this.#step(bytes[at++]!);
        continue;
      }
      const next = Math.min(bytes.length, at + this.#left);
      if (end === 0) start = at;
      else bytes.copyWithin(end, at, next);
      end = end === 0 ? next : end + next - at;
      this.#left -= next - at;
      at = next;
      if (this.#left === 0) this.#state = "data-cr";
    }
    return bytes.subarray(start, end);
  }

  end(): void {}

  #step(byte: number): void {
    switch (this.#state) {
      case "size":
        return this.#readSize(byte);
      case "extension":
        return this.#skipExtension(byte);
      case "size-lf":
        return this.#expect(byte, LF, this.#left === 0 ? "trailer-start" : "data");
      case "data-cr":
        return this.#expect(byte, CR, "data-lf");
      case "data-lf":
        this.#digits = this.#lineBytes = 0;
        return this.#expect(byte, LF, "size");
      case "trailer-start":
      case "trailer":
        return this.#skipTrailer(byte);
      case "trailer-lf":
        return this.#expect(byte, LF, "trailer-start");
      case "end-lf":
        return this.#expect(byte, LF, "done");
      case "data":
      case "done":
        return;
      default:
        this.#state satisfies never;
    }
  }

  #readSize(byte: number): void {
    const digit = hexDigit(byte);
    if (digit !== -1) {
      if (++this.#digits > MAX_SIZE_DIGITS) throw malformed("a chunk of it is too large");
      this.#left = this.#left * 16 + digit;
      return;
    }
    if (this.#digits === 0) throw malformed("a chunk of it has no size");
    if (byte === CR) this.#state = "size-lf";
    else if (byte === 0x3b || byte === 0x20 || byte === 0x09) this.#state = "extension";
    else throw malformed("the size of a chunk is no number");
  }

  #skipExtension(byte: number): void {
    if (++this.#lineBytes > MAX_SIZE_LINE_BYTES) throw malformed("an extension is too long");
    if (byte === LF) throw malformed("a line of it ends without CR");
    if (byte === CR) this.#state = "size-lf";
  }

  #skipTrailer(byte: number): void {
    if (++this.#trailerBytes > MAX_TRAILER_BYTES) throw malformed("its trailers are too long");
    if (byte === LF) throw malformed("a line of it ends without CR");
    if (byte !== CR) this.#state = "trailer";
    else this.#state = this.#state === "trailer-start" ? "end-lf" : "trailer-lf";
  }

  #expect(byte: number, expected: number, next: State): void {
    if (byte !== expected) throw malformed("a line of it does not end where it should");
    this.#state = next;
  }
}

function hexDigit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

function malformed(what: string): TransportError {
  return new TransportError("protocol", `Cannot read the chunked body of an answer: ${what}`);
}
