/** How much a new time counts in the mean of times. */
const WEIGHT_OF_NEW = 0.3;

/** What runs on an upstream, and how fast it was lately. */
export class UpstreamLoad {
  #inFlight = 0;
  #latencyMs: number | undefined;

  /** How many requests run on it. */
  get inFlight(): number {
    return this.#inFlight;
  }

  /** The mean time to its first output, newer times counting more; `undefined` before the first. */
  get latencyMs(): number | undefined {
    return this.#latencyMs;
  }

  /** Counts a request that begins. */
  began(): void {
    this.#inFlight++;
  }

  /** Counts a request that ended. */
  ended(): void {
    this.#inFlight--;
  }

  /** Takes how long an answer took to begin. */
  tookMs(ms: number): void {
    const before = this.#latencyMs ?? ms;
    this.#latencyMs = before + WEIGHT_OF_NEW * (ms - before);
  }
}
