import type { ServerSentEventMessage } from "./server_sent_event_stream.d.ts";

/** One message as read: its id is always text. */
export type ServerSentEventParsedMessage = Omit<ServerSentEventMessage, "id"> & {
  /** The event's id. */
  id?: string;
};

/** Options of {@linkcode ServerSentEventParseStream}. */
export interface ServerSentEventParseStreamOptions {
  /**
   * Whether to drop comments.
   *
   * @default {false}
   */
  ignoreComments?: boolean;
}

/** Decodes an event stream. */
export class ServerSentEventParseStream
  extends TransformStream<Uint8Array<ArrayBuffer>, ServerSentEventParsedMessage> {
  /**
   * @param options Whether to drop comments.
   */
  constructor(options?: ServerSentEventParseStreamOptions);
}
