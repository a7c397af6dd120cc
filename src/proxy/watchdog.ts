import type { Clock } from "../clock.ts";

/** Tells when something takes too long. One wait serves many deadlines, most of which only move later. */
export class Watchdog<Phase> {
  readonly #clock: Clock;
  readonly #onLate: (phase: Phase) => void;
  readonly #limits = new Map<Phase, number>();
  #wakeAt = Infinity;
  #sleep: AbortController | undefined;

  /**
   * @param clock Where time comes from.
   * @param onLate Told, once, what took too long; then all stops.
   */
  constructor(clock: Clock, onLate: (phase: Phase) => void) {
    this.#clock = clock;
    this.#onLate = onLate;
  }

  /** Sets a deadline, or moves it. */
  set(phase: Phase, ms: number): void {
    const at = this.#clock.now() + ms;
    this.#limits.set(phase, at);
    if (at < this.#wakeAt) this.#sleepUntil(at);
  }

  /** Takes a deadline away. */
  clear(phase: Phase): void {
    this.#limits.delete(phase);
  }

  /** Takes all away. */
  stop(): void {
    this.#limits.clear();
    this.#sleep?.abort();
    this.#sleep = undefined;
    this.#wakeAt = Infinity;
  }

  #sleepUntil(at: number): void {
    this.#sleep?.abort();
    if (at === Infinity) return;
    const sleep = new AbortController();
    this.#sleep = sleep;
    this.#wakeAt = at;
    this.#clock.sleep(Math.max(0, at - this.#clock.now()), sleep.signal).then(
      () => this.#sleep === sleep && this.#look(),
      () => {},
    );
  }

  #look(): void {
    const now = this.#clock.now();
    let next = Infinity;
    for (const [phase, at] of this.#limits) {
      if (at <= now) {
        this.stop();
        return this.#onLate(phase);
      }
      next = Math.min(next, at);
    }
    this.#wakeAt = Infinity;
    this.#sleep = undefined;
    if (next < Infinity) this.#sleepUntil(next);
  }
}
