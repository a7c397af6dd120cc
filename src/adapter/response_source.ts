import type { Bytes } from "../bytes.ts";
import { ReaderSource } from "../wire/reader_source.ts";
import type { TurnSource } from "../wire/turn_stream.ts";

/** A body, and what its response says of the request. */
export interface OpenedResponse {
  /** The body. */
  readonly body: ReadableStream<Bytes>;
  /** The provider's id of the request. */
  readonly requestId: string | undefined;
}

/** Sends a request and gives the body of its response; must heed the signal. */
export type OpenResponse = (signal: AbortSignal) => Promise<OpenedResponse>;

/** The body of a response that is asked for with the first read, not before. */
export class ResponseSource implements TurnSource {
  readonly #open: OpenResponse;
  /** Ends a request under way; once there is a body, cancelling that is enough. */
  readonly #controller: AbortController = new AbortController();
  #body: ReaderSource | undefined;
  #requestId: string | undefined;

  /** @param open Sends the request. */
  constructor(open: OpenResponse) {
    this.#open = open;
  }

  /** The provider's id of the request, once the response is there. */
  get requestId(): string | undefined {
    return this.#requestId;
  }

  /** Gives the next chunk; the first call sends the request. */
  async read(): Promise<ReadableStreamReadResult<Bytes>> {
    if (!this.#body) {
      const { signal } = this.#controller;
      const { body, requestId } = await this.#open(signal);
      // A `fetch` that does not heed the signal answers all the same.
      if (signal.aborted) body.cancel(signal.reason).catch(() => {});
      signal.throwIfAborted();
      this.#requestId = requestId;
      this.#body = new ReaderSource(body);
    }
    return await this.#body.read();
  }

  /** Ends the request, or cancels the body. */
  cancel(reason?: unknown): void {
    if (this.#body) this.#body.cancel(reason);
    else this.#controller.abort(reason);
  }
}
