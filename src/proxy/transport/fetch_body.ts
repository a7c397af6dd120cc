import { type Bytes, requireBytes } from "../../bytes.ts";
import { untilAborted } from "../../until_aborted.ts";
import type { UpstreamBody } from "./transport.ts";
import { TransportError } from "./transport_error.ts";

/** What the body of a `fetch` needs of its request. */
export interface FetchBodyContext {
  /** Ends the fetch. */
  readonly stop: AbortController;
  /** The signal of the request. */
  readonly signal: AbortSignal;
  /** Called once nothing more is read. */
  readonly onEnd: () => void;
  /** Whom the request was sent to. */
  readonly host: string;
}

/** The body of an answer that a `fetch` gave. */
export class FetchBody implements UpstreamBody {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  readonly #context: FetchBodyContext;
  #hasEnded = false;
  #error: unknown;

  /**
   * Reads a body.
   *
   * @param stream The body; `null` for none.
   * @param context What it needs of its request.
   */
  constructor(stream: ReadableStream<Uint8Array> | null, context: FetchBodyContext) {
    this.#context = context;
    this.#reader = stream?.getReader();
    if (this.#reader === undefined) this.#end();
  }

  async read(): Promise<Bytes | null> {
    try {
      while (!this.#hasEnded) {
        const { done, value } = await untilAborted(this.#reader!.read(), this.#context.signal);
        if (this.#hasEnded) break;
        if (done) this.#end();
        if (value === undefined) continue;
        requireBytes(value);
        if (value.length > 0) return value as Bytes;
      }
    } catch (error) {
      this.#fail(this.#toError(error));
    }
    if (this.#error !== undefined) throw this.#error;
    return null;
  }

  cancel(): void {
    this.#fail(new TransportError("network", "The answer was given up before its end"));
  }

  #toError(error: unknown): unknown {
    const { signal, host } = this.#context;
    if (signal.aborted) return signal.reason;
    const message = `The connection broke within the answer of '${host}'`;
    return new TransportError("network", message, { cause: error });
  }

  #fail(error: unknown): void {
    if (this.#hasEnded) return;
    this.#error = error;
    this.#end();
    // Bun does not close the connection of a reader that is cancelled, others need not look at the signal.
    this.#context.stop.abort(error);
    this.#reader?.cancel().catch(() => {});
  }

  #end(): void {
    this.#hasEnded = true;
    this.#context.onEnd();
  }
}
