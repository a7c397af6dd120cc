import { concatBytes } from "../../bytes.ts";
import type { Bytes } from "../../bytes.ts";

/** How many of the bytes taken last are kept, to be shown. */
const RECENT_BYTES = 72;

/**
 * How a response ended: read to its end, broken off by the lab, cancelled by the adapter, or ended
 * by an abort of its signal or the end of the lab.
 */
export type ExchangeEnd = "complete" | "reset" | "cancelled" | "aborted";

/** One request an adapter sent, and what became of the response. */
export class Exchange {
  /** Resolves when the response is over, however it ended. */
  readonly closed: Promise<void>;
  #bytesTaken = 0;
  #recent: Bytes = new Uint8Array(0);
  #end: ExchangeEnd | undefined;
  #fault: { readonly error: unknown } | undefined;
  #resolve!: () => void;

  constructor() {
    this.closed = new Promise((resolve) => this.#resolve = resolve);
  }

  /** How many bytes of the body the adapter has taken. */
  get bytesTaken(): number {
    return this.#bytesTaken;
  }

  /** The bytes the adapter has taken last, a few of them. */
  get recent(): Bytes {
    return this.#recent;
  }

  /** Keeps that the adapter has taken a chunk of the body. */
  take(chunk: Bytes): void {
    this.#bytesTaken += chunk.length;
    this.#recent = concatBytes([this.#recent, chunk.slice(-RECENT_BYTES)]).slice(-RECENT_BYTES);
  }

  /** How the response ended; `undefined` while the adapter holds it. */
  get end(): ExchangeEnd | undefined {
    return this.#end;
  }

  /** What went wrong in the lab itself, which is no fault of the adapter. */
  get fault(): { readonly error: unknown } | undefined {
    return this.#fault;
  }

  /** Ends the response; only the first call counts. */
  settle(end: ExchangeEnd): void {
    if (this.#end !== undefined) return;
    this.#end = end;
    this.#resolve();
  }

  /** Ends the response, since what was to be sent could not be made. */
  spoil(error: unknown): void {
    this.#fault ??= { error };
    this.settle("reset");
  }
}
