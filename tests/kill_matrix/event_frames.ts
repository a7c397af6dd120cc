import type { Bytes } from "../../src/bytes.ts";
import type { Decoder } from "../../src/decoder.ts";
import type { SseEvent } from "../../src/sse/sse_event.ts";
import { frameOf } from "../../src/wire/frame.ts";

/** A blank line, in every spelling; a CR before an LF is no line end of its own. */
const BLANK_LINE = /(?:\r\n|\n|\r(?!\n))(?:\r\n|\n|\r(?!\n))/;

/**
 * The other loop by which adapters find the frames of an event stream: the text is split at blank
 * lines, and each event into lines. It is right; a faulty adapter overrides one of its steps.
 */
export class EventFrames implements Decoder<Bytes, SseEvent> {
  readonly #decoder: TextDecoder = new TextDecoder("utf-8", { ignoreBOM: true });
  #isFirst = true;
  #rest = "";

  /** Takes the next bytes. */
  push(chunk: Bytes, out: SseEvent[] = []): SseEvent[] {
    this.#rest += this.#decoder.decode(chunk, { stream: true });
    const events = this.#rest.split(BLANK_LINE);
    this.#rest = events.pop()!;
    for (const event of events) this.#event(event, out);
    return out;
  }

  /** Ends the body. */
  end(out: SseEvent[] = []): SseEvent[] {
    this.#event(this.#rest + this.#decoder.decode(), out);
    return out;
  }

  #event(text: string, out: SseEvent[]): void {
    const lines = this.lines(this.#isFirst ? this.unmark(text) : text);
    this.#isFirst = false;
    const fields = lines.map((line) => this.field(line)).filter(([name]) => name !== undefined);
    const data = fields.filter(([name]) => name === "data").map(([, value]) => value);
    const name = fields.findLast(([name]) => name === "event")?.[1];
    if (data.length > 0) out.push(frameOf(data.join("\n"), name));
  }

  /** Takes the byte order mark away. */
  unmark(first: string): string {
    return first.replace(/^\ufeff/, "");
  }

  /** An event to lines. */
  lines(event: string): string[] {
    return event.split(/\r\n|\r|\n/);
  }

  /** A line to a field; a comment has no name, and what is no field an undefined one. */
  field(line: string): readonly [name: string | undefined, value: string] {
    const [, name, value = ""] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
    return [name, value];
  }
}
