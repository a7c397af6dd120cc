import type { Bytes } from "../../src/bytes.ts";
import type { Decoder } from "../../src/decoder.ts";
import type { SseEvent } from "../../src/sse/sse_event.ts";
import { frameOf } from "../../src/wire/frame.ts";

/**
 * The loop by which most adapters find the frames of an event stream: bytes to text, text to lines,
 * lines to frames. It is right; a faulty adapter overrides one of its steps.
 */
export class LineFrames implements Decoder<Bytes, SseEvent> {
  readonly #decoder: TextDecoder = new TextDecoder();
  #rest = "";
  #name: string | undefined;
  #data: string[] = [];

  /** Takes the next bytes. */
  push(chunk: Bytes, out: SseEvent[] = []): SseEvent[] {
    return this.read(this.decode(chunk), false, out);
  }

  /** Ends the body. */
  end(out: SseEvent[] = []): SseEvent[] {
    this.read(this.decode(), true, out);
    this.flush(out);
    return out;
  }

  /** Bytes to text; without bytes, what is left at the end. Takes the byte order mark away. */
  decode(chunk?: Bytes): string {
    return this.#decoder.decode(chunk, { stream: chunk !== undefined });
  }

  /** Text to lines, and those to frames. */
  read(text: string, isEnd: boolean, out: SseEvent[]): SseEvent[] {
    const lines = this.split(this.#rest + text, isEnd);
    this.#rest = isEnd ? "" : lines.pop() ?? "";
    for (const line of lines) this.line(line, out);
    return out;
  }

  /** Text to lines; the last is not over yet, unless this is the end. */
  split(text: string, isEnd: boolean): string[] {
    // A line feed may follow a carriage return that ends the text so far.
    const isOpen = !isEnd && text.endsWith("\r");
    const lines = (isOpen ? text.slice(0, -1) : text).split(/\r\n|\r|\n/);
    if (isOpen) lines.push(`${lines.pop() ?? ""}\r`);
    return lines;
  }

  /** Reads a line. */
  line(line: string, out: SseEvent[]): void {
    if (line === "") return this.flush(out);
    const [, name = "", value = ""] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
    this.field(name, value, out);
  }

  /** Reads a field of a frame; a comment has no name. */
  field(name: string, value: string, _out: SseEvent[]): void {
    if (name === "event") this.#name = value;
    if (name === "data") this.#data.push(value);
  }

  /** Ends a frame. */
  flush(out: SseEvent[]): void {
    if (this.#data.length > 0) out.push(frameOf(this.join(this.#data), this.#name));
    this.#name = undefined;
    this.#data = [];
  }

  /** Joins the data of a frame. */
  join(data: readonly string[]): string {
    return data.join("\n");
  }
}
