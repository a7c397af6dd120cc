/** How a response ended. */
export type ExchangeEnd = "complete" | "reset" | "cancelled" | "aborted";

/** One request an adapter sent, and what became of the response. */
export class Exchange {
  /** Resolves when the response is over, however it ended. */
  readonly closed: Promise<void>;
  /** How many bytes of the body the adapter has taken. */
  bytesTaken = 0;
  #end: ExchangeEnd | undefined;
  #resolve!: () => void;

  constructor() {
    this.closed = new Promise((resolve) => this.#resolve = resolve);
  }

  /** How the response ended; `undefined` while the adapter holds it. */
  get end(): ExchangeEnd | undefined {
    return this.#end;
  }

  /** Ends the response; only the first call counts. */
  settle(end: ExchangeEnd): void {
    if (this.#end !== undefined) return;
    this.#end = end;
    this.#resolve();
  }
}
