/** One message of an event stream. */
export interface ServerSentEventMessage {
  /** A comment; clients ignore it. */
  comment?: string;
  /** The event's type. */
  event?: string;
  /** The payload; one `data` line for each of its lines. */
  data?: string;
  /** The event's id. */
  id?: string | number;
  /** The time to wait before reconnecting, in milliseconds. */
  retry?: number;
}

/** Encodes messages as an event stream. A line break in `event` or `id` is a `SyntaxError`. */
export class ServerSentEventStream
  extends TransformStream<ServerSentEventMessage, Uint8Array<ArrayBuffer>> {
  constructor();
}
