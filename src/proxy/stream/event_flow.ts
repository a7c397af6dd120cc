import { type Bytes, concatBytes, toBytes } from "../../bytes.ts";
import type { ThinkStream } from "../think/think_stream.ts";
import type { Dialect, SignReader } from "./dialect.ts";
import { EventSplitter } from "./event_splitter.ts";
import { missingDoneMarker } from "./missing_done_marker.ts";
import { parseData } from "./parse_data.ts";
import { readEvent } from "./read_event.ts";
import type { StreamEvent } from "./stream_event.ts";
import { TurnWatch } from "./turn_watch.ts";

const LF = 10;
const CR = 13;

/** How to read a stream. */
export interface EventFlowOptions {
  /** The format. */
  readonly dialect: Dialect;
  /** How many choices were asked for. */
  readonly choices: number;
  /** How large an event may be, in bytes. */
  readonly maxEventBytes: number;
  /** Moves thoughts; `undefined` to change nothing. */
  readonly think: ThinkStream | undefined;
}

/**
 * The events of one stream on their way to the client: bytes in, bytes out, and what they told so far. Half an event
 * never goes out, nor anything behind an error or the end.
 */
export class EventFlow {
  /** What the events have told. */
  readonly watch: TurnWatch = new TurnWatch();
  readonly #splitter: EventSplitter;
  readonly #reader: SignReader;
  readonly #dialect: Dialect;
  readonly #think: ThinkStream | undefined;
  /** Whether the bytes ended within an event. */
  #isCut = false;

  /** @param options How to read it. */
  constructor({ dialect, choices, maxEventBytes, think }: EventFlowOptions) {
    if (dialect.newReader === undefined) {
      throw new TypeError(`Cannot read a stream of ${dialect.name}: it has none`);
    }
    this.#splitter = new EventSplitter(maxEventBytes);
    this.#reader = dialect.newReader(choices);
    this.#dialect = dialect;
    this.#think = think;
  }

  /** Whether nothing more may come. */
  get isOver(): boolean {
    return this.watch.done || this.watch.error !== undefined;
  }

  /**
   * Takes bytes of the upstream.
   *
   * @param chunk The bytes.
   * @returns What the client gets for them, in one piece or several.
   * @throws {RangeError} If an event is too large.
   */
  push(chunk: Bytes): readonly Bytes[] {
    const events = this.#splitter.push(chunk);
    if (this.#think !== undefined) return events.flatMap((event) => this.#pass(event));
    let last: StreamEvent | undefined;
    for (const event of events) {
      if (this.isOver) break;
      this.watch.see(this.#reader.read(event));
      if (this.watch.error === undefined) last = event;
    }
    return last === undefined ? [] : [upTo(events[0]!, last)];
  }

  #pass(event: StreamEvent): readonly Bytes[] {
    if (this.isOver) return [];
    this.watch.see(this.#reader.read(event));
    if (this.watch.error !== undefined) return [];
    const bytes = this.#think === undefined ? event.bytes : this.#think.rewrite(event);
    return bytes === null ? [] : [bytes];
  }

  /**
   * Takes the clean end of the bytes.
   *
   * @returns What the client still gets: the last event, if nothing but its empty line was missing, what was held
   * back, and the marker where only that was missing.
   */
  end(): readonly Bytes[] {
    return [...this.#lastEvent(), ...this.flush(), ...this.#marker()];
  }

  /** Gives what was held back, when nothing more will come. */
  flush(): readonly Bytes[] {
    const held = this.#think?.end() ?? null;
    return held === null ? [] : [held];
  }

  #lastEvent(): readonly Bytes[] {
    const { rest } = this.#splitter;
    if (rest.length === 0 || this.isOver) return [];
    const bytes = concatBytes([rest, toBytes(missingEnd(rest))]);
    const event = readEvent(bytes, this.#splitter.isAtStart);
    // What is no whole event was cut: half of one would be worse than none.
    const isWhole = event.data?.trim() === "[DONE]" || parseData(event.data) !== undefined;
    this.#isCut = !isWhole && event.data !== undefined;
    return isWhole ? this.#pass(event) : [];
  }

  #marker(): readonly Bytes[] {
    const { endMarker } = this.#dialect;
    if (endMarker === undefined || this.#isCut) return [];
    return missingDoneMarker(this.watch) ? [endMarker] : [];
  }

  /** Whether the turn is whole, if nothing more comes. */
  get isWhole(): boolean {
    if (this.watch.error !== undefined) return false;
    if (this.#isCut) return false;
    return this.watch.done || (this.watch.finished && this.#dialect.endMarker !== undefined);
  }
}

/** What an event lacks of the empty line at its end. An LF behind a CR would only be the second half of its line end. */
function missingEnd(event: Bytes): string {
  const last = event[event.length - 1];
  if (last === CR) return event[event.length - 2] === LF ? "\n" : "\r";
  return last === LF ? "\n" : "\n\n";
}

/** All bytes from the beginning of one event to the end of another of the same chunk. */
function upTo(first: StreamEvent, last: StreamEvent): Bytes {
  const { buffer, byteOffset } = first.bytes;
  const end = last.bytes.byteOffset + last.bytes.length;
  return new Uint8Array(buffer, byteOffset, end - byteOffset);
}
