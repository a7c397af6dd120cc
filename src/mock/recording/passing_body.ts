import { type Bytes, requireBytes } from "../../bytes.ts";
import { ConnectionBreak } from "../../server/connection_break.ts";
import type { RecordedEnd } from "./cassette.ts";

/** What a body that passes is watched by. */
export interface PassingOptions {
  /** Aborts when the client leaves. */
  readonly signal: AbortSignal | undefined;
  /** Told of each piece, before the client has it. */
  readonly onPiece: (bytes: Bytes) => void;
  /** Told once how it ended, with what it failed with or the client's reason. */
  readonly onEnd: (how: RecordedEnd["how"], error?: unknown) => void;
}

/**
 * Passes a body on, piece by piece and at the pace of the client. A client that leaves cancels it; one that breaks
 * off breaks off for the client as well.
 *
 * @param body The body.
 * @param options What watches it.
 */
export function passingBody(
  body: ReadableStream<Uint8Array>,
  options: PassingOptions,
): ReadableStream<Bytes> {
  return new ReadableStream<Bytes>(new PassingSource(body, options), { highWaterMark: 0 });
}

class PassingSource implements UnderlyingDefaultSource<Bytes> {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #options: PassingOptions;
  #onAbort: (() => void) | undefined;
  #isOver = false;

  constructor(body: ReadableStream<Uint8Array>, options: PassingOptions) {
    this.#reader = body.getReader();
    this.#options = options;
  }

  start(controller: ReadableStreamDefaultController<Bytes>): void {
    const { signal } = this.#options;
    if (signal === undefined) return;
    this.#onAbort = () => {
      controller.error(signal.reason);
      void this.cancel(signal.reason);
    };
    if (signal.aborted) return this.#onAbort();
    signal.addEventListener("abort", this.#onAbort, { once: true });
  }

  async pull(controller: ReadableStreamDefaultController<Bytes>): Promise<void> {
    try {
      const { done, value } = await this.#reader.read();
      if (this.#isOver) return;
      if (done) {
        this.#end("close");
        return controller.close();
      }
      requireBytes(value);
      if (value.length === 0) return await this.pull(controller);
      this.#options.onPiece(value as Bytes);
      controller.enqueue(value as Bytes);
    } catch (error) {
      if (this.#isOver) return;
      this.#end("reset", error);
      controller.error(new ConnectionBreak(`The real endpoint broke off: ${String(error)}`));
    }
  }

  async cancel(reason: unknown): Promise<void> {
    this.#end("abort", reason);
    // What has broken off meanwhile needs no cancelling.
    await this.#reader.cancel(reason).catch(() => {});
  }

  #end(how: RecordedEnd["how"], error?: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const { signal, onEnd } = this.#options;
    if (this.#onAbort) signal?.removeEventListener("abort", this.#onAbort);
    onEnd(how, error);
  }
}
