import type { Alarm, Alarms } from "./alarms.ts";

/** Tells when something takes too long. */
export class Watchdog<Phase> implements Alarm {
  place = 0;
  readonly #alarms: Alarms;
  readonly #onLate: (phase: Phase) => void;
  readonly #limits = new Map<Phase, number>();
  #atMs = Infinity;

  /**
   * @param alarms What wakes it.
   * @param onLate Told, once, what took too long; then all stops.
   */
  constructor(alarms: Alarms, onLate: (phase: Phase) => void) {
    this.#alarms = alarms;
    this.#onLate = onLate;
  }

  /** When it is woken: at the first of its deadlines, or before. */
  get atMs(): number {
    return this.#atMs;
  }

  /** Sets a deadline, or moves it. */
  set(phase: Phase, ms: number): void {
    const atMs = this.#alarms.now() + ms;
    this.#limits.set(phase, atMs);
    // Most deadlines only move later: then it is woken early once, and looks again.
    if (atMs < this.#atMs) this.#wakeAt(atMs);
  }

  /** Takes a deadline away. It is woken at it all the same, which costs less than to change the timer back and forth. */
  clear(phase: Phase): void {
    this.#limits.delete(phase);
  }

  /** Takes all away. */
  stop(): void {
    this.#limits.clear();
    this.#atMs = Infinity;
    this.#alarms.remove(this);
  }

  /** Looks whether a deadline has passed. */
  ring(): void {
    const nowMs = this.#alarms.now();
    let next = Infinity;
    for (const [phase, atMs] of this.#limits) {
      if (atMs <= nowMs) {
        this.stop();
        return this.#onLate(phase);
      }
      next = Math.min(next, atMs);
    }
    if (next < Infinity) this.#wakeAt(next);
    else this.stop();
  }

  #wakeAt(atMs: number): void {
    this.#atMs = atMs;
    this.#alarms.add(this);
  }
}
