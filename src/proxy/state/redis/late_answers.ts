import type { Clock } from "../../../clock.ts";

/** How long late answers are gathered before the first warning, in milliseconds: they come in bursts. */
const GATHER_MS = 1000;

/** How long it is to the next warning at least, in milliseconds. */
const PAUSE_MS = 60_000;

/** Counts what was asked and not answered in time, and warns of it now and then. */
export class LateAnswers {
  readonly #clock: Clock;
  readonly #warn: (count: number) => void;
  readonly #closed = new AbortController();
  #untold = 0;
  #telling: Promise<void> | undefined;

  /**
   * @param clock Where time comes from.
   * @param warn Told how many there were since the last time.
   */
  constructor(clock: Clock, warn: (count: number) => void) {
    this.#clock = clock;
    this.#warn = warn;
  }

  /** There is one more. */
  add(): void {
    this.#untold++;
    if (!this.#closed.signal.aborted) this.#telling ??= this.#tell();
  }

  /** Warns no more. */
  async close(): Promise<void> {
    this.#closed.abort();
    await this.#telling;
  }

  async #tell(): Promise<void> {
    const { signal } = this.#closed;
    while (this.#untold > 0) {
      await this.#clock.sleep(GATHER_MS, signal).catch(() => {});
      if (signal.aborted) return;
      this.#warn(this.#untold);
      this.#untold = 0;
      await this.#clock.sleep(PAUSE_MS, signal).catch(() => {});
    }
    this.#telling = undefined;
  }
}
