/**
 * How a response ended: read to its end, broken off by the lab, cancelled by the adapter, or ended
 * by an abort of its signal or the end of the lab.
 */
export type ExchangeEnd = "complete" | "reset" | "cancelled" | "aborted";

/** One request an adapter sent, and what became of the response. */
export class Exchange {
  /** Resolves when the response is over, however it ended. */
  readonly closed: Promise<void>;
  /** How many bytes of the body the adapter has taken. */
  bytesTaken = 0;
  #end: ExchangeEnd | undefined;
  #fault: { readonly error: unknown } | undefined;
  #resolve!: () => void;

  constructor() {
    this.closed = new Promise((resolve) => this.#resolve = resolve);
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
