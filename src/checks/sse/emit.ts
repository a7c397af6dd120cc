import type { Bytes } from "../../bytes.ts";
import type { TurnEvent } from "../../turn/turn.ts";

/** A failure of the stream, in a list of what a reader gave. */
export interface ErrorEmit {
  /** Tells it from the events of a turn. */
  readonly type: "error";
  /** What was thrown, or sent as an error. */
  readonly error: unknown;
}

/** One thing a reader gives: an event of the turn, or the failure that ends it. */
export type Emit = TurnEvent | ErrorEmit;

/** Reads one response body: the form every check of a reader takes. */
export type SseReader = (body: ReadableStream<Bytes>) => AsyncIterable<TurnEvent>;

/**
 * The other usual form of a reader: it sends each event, and stops when it is told that nobody
 * listens any more.
 *
 * @param body The response's body.
 * @param send Takes one emit; false means that the consumer has gone.
 */
export type PushReader = (
  body: ReadableStream<Bytes>,
  send: (emit: Emit) => boolean | Promise<boolean>,
) => void | Promise<void>;
