import { type Bytes, concatBytes } from "../bytes.ts";

const NOTHING: Bytes = new Uint8Array(0);
const BYTE_ORDER_MARK = 0xfeff;

/** How many bytes the UTF-8 sequence that `lead` begins has. */
function sequenceLength(lead: number): number {
  if (lead >= 0xf0) return 4;
  return lead >= 0xe0 ? 3 : 2;
}

/** How many bytes at the end of `chunk` may be the beginning of a character. */
function openBytes(chunk: Bytes): number {
  const furthest = Math.min(3, chunk.length);
  for (let back = 1; back <= furthest; back++) {
    const byte = chunk[chunk.length - back]!;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return sequenceLength(byte) > back ? back : 0;
  }
  return 0;
}

/**
 * Decodes a body of UTF-8 text chunk by chunk. Never throws: bytes that are no UTF-8 become U+FFFD,
 * and one byte order mark at the very beginning is left out.
 *
 * A character cut in two is held back and decoded with the next chunk. That makes every call of the
 * platform's decoder a whole one, for which Deno and Node have a faster path than for
 * `{ stream: true }`; and since the held bytes are decoded in one piece with what follows, the text
 * cannot depend on the cuts.
 */
export class Utf8Decoder {
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  #held = NOTHING;
  #atStart = true;

  /** Takes the next chunk and gives the text that is complete. */
  decode(chunk: Bytes): string {
    const bytes = this.#held.length === 0 ? chunk : concatBytes([this.#held, chunk]);
    const open = openBytes(bytes);
    if (open === 0) {
      this.#held = NOTHING;
      return this.#text(bytes);
    }
    const whole = bytes.length - open;
    // A copy, as the owner of the chunk may use its buffer again.
    this.#held = bytes.slice(whole);
    return this.#text(bytes.subarray(0, whole));
  }

  /** Ends the body and gives what a cut last character becomes. */
  end(): string {
    const bytes = this.#held;
    this.#held = NOTHING;
    return this.#text(bytes);
  }

  #text(bytes: Bytes): string {
    if (bytes.length === 0) return "";
    const text = this.#decoder.decode(bytes);
    if (!this.#atStart) return text;
    this.#atStart = false;
    return text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text;
  }
}
