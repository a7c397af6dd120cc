/**
 * One event of a `text/event-stream` body, as the WHATWG HTML standard, section 9.2.6, dispatches
 * it, or one line of an NDJSON body (then `data` is the line).
 */
export interface SseEvent {
  /** The `event` field; `undefined` if the stream named none (the standard then says `message`). */
  readonly event: string | undefined;
  /** The `data` fields, joined by line feeds. Empty if the event had one `data` field without value. */
  readonly data: string;
  /** The last event id so far, `undefined` until the stream sends one. */
  readonly id: string | undefined;
  /**
   * True if the body ended before the blank line that dispatches the event. The standard drops such
   * an event; here it is handed on, marked, since a JSON payload tells by itself whether it is whole.
   */
  readonly unterminated: boolean;
}
