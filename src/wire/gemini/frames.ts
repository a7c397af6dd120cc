import type { Bytes } from "../../bytes.ts";
import { concatBytes } from "../../bytes.ts";
import type { Decoder } from "../../decoder.ts";
import { SseDecoder } from "../../sse/sse_decoder.ts";
import type { SseEvent } from "../../sse/sse_event.ts";
import { strayJsonError } from "./stray_json.ts";

/** How much JSON outside of the events is kept for its error message, in bytes. */
const MAX_STRAY_BYTES = 65_536;

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const OPENING_BRACE = 0x7b;
const OPENING_BRACKET = 0x5b;

/**
 * Reads the events of a Gemini body, and sees what an event stream has no place for: an overloaded
 * Gemini drops its error into the body as bare JSON, without `data:`, also after a chunk with a
 * `finishReason`. The rules of event streams make such lines unknown fields to be ignored, and the
 * cut turn would read like a whole one. No field begins with `{` or `[`, so that such a line is
 * always a failure.
 */
export class GeminiFrames implements Decoder<Bytes, SseEvent> {
  readonly #events: SseDecoder = new SseDecoder();
  #atLineStart = true;
  #stray: Bytes[] | undefined;
  #strayBytes = 0;

  /**
   * Takes the next bytes.
   *
   * @throws {RangeError} If a line or an event is too long.
   * @throws {ModelError} `STREAM_PROTOCOL` if there is much JSON outside of the events.
   */
  push(chunk: Bytes, out: SseEvent[] = []): SseEvent[] {
    if (this.#stray) {
      this.#keep(chunk);
      return out;
    }
    const start = this.#findStray(chunk);
    if (start === -1) return this.#events.push(chunk, out);
    this.#events.push(chunk.subarray(0, start), out);
    this.#stray = [];
    this.#keep(chunk.subarray(start));
    return out;
  }

  /**
   * Ends the body.
   *
   * @throws {RangeError} If a line or an event is too long.
   * @throws {ModelError} `PROVIDER` if the body reports an error outside of its events,
   * `STREAM_PROTOCOL` for other JSON there.
   */
  end(out: SseEvent[] = []): SseEvent[] {
    this.#events.end(out);
    if (this.#stray) throw this.#strayError();
    return out;
  }

  #findStray(chunk: Bytes): number {
    if (chunk.length === 0) return -1;
    if (this.#atLineStart && opensJson(chunk[0])) return 0;
    this.#atLineStart = isLineEnd(chunk[chunk.length - 1]);
    const afterFeed = findLine(chunk, LINE_FEED);
    const afterReturn = findLine(chunk, CARRIAGE_RETURN);
    if (afterFeed === -1 || afterReturn === -1) return Math.max(afterFeed, afterReturn);
    return Math.min(afterFeed, afterReturn);
  }

  #keep(bytes: Bytes): void {
    const room = MAX_STRAY_BYTES - this.#strayBytes;
    this.#strayBytes += bytes.length;
    // A copy, as the owner of the chunk may use its buffer again.
    this.#stray!.push(bytes.slice(0, Math.max(0, room)));
    if (this.#strayBytes > MAX_STRAY_BYTES) throw this.#strayError();
  }

  #strayError(): Error {
    return strayJsonError(new TextDecoder().decode(concatBytes(this.#stray!)));
  }
}

/** Finds the first line after a line end of this kind that opens JSON. */
function findLine(chunk: Bytes, lineEnd: number): number {
  for (let end = chunk.indexOf(lineEnd); end !== -1; end = chunk.indexOf(lineEnd, end + 1)) {
    if (opensJson(chunk[end + 1])) return end + 1;
  }
  return -1;
}

function opensJson(byte: number | undefined): boolean {
  return byte === OPENING_BRACE || byte === OPENING_BRACKET;
}

function isLineEnd(byte: number | undefined): boolean {
  return byte === LINE_FEED || byte === CARRIAGE_RETURN;
}
