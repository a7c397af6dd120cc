import type { Clock } from "../../clock.ts";
import { type Placed, TransientSet } from "../../transient_set.ts";

/** Something to be woken at its time. */
export interface Alarm extends Placed {
  /** When, in milliseconds since 1970; `Infinity` for not any more. */
  readonly atMs: number;
  /** Wakes it. */
  ring(): void;
}

/** Ends a sleep; without a reason the runtime would make an error with a stack each time. */
const WOKEN = Symbol("woken");

/** Wakes many at their times by one timer. Most deadlines of requests are far away and are never reached. */
export class Alarms {
  readonly #clock: Clock;
  readonly #alarms = new TransientSet<Alarm>();
  #wakeMs = Infinity;
  #sleep: AbortController | undefined;

  /** @param clock Where time comes from. */
  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The time now, in milliseconds since 1970. */
  now(): number {
    return this.#clock.now();
  }

  /** Will wake this at its time. To be told again when that comes earlier; later, it is woken too early once. */
  add(alarm: Alarm): void {
    this.#alarms.add(alarm);
    if (alarm.atMs < this.#wakeMs) this.#sleepUntil(alarm.atMs);
  }

  /** Will not wake this any more. */
  remove(alarm: Alarm): void {
    if (this.#alarms.delete(alarm) && this.#alarms.size === 0) this.#rest();
  }

  #rest(): void {
    this.#sleep?.abort(WOKEN);
    this.#sleep = undefined;
    this.#wakeMs = Infinity;
  }

  #sleepUntil(atMs: number): void {
    this.#rest();
    const sleep = new AbortController();
    this.#sleep = sleep;
    this.#wakeMs = atMs;
    this.#clock.sleep(Math.max(0, atMs - this.#clock.now()), sleep.signal).then(
      () => this.#sleep === sleep && this.#ringDue(),
      () => {},
    );
  }

  #ringDue(): void {
    this.#rest();
    const nowMs = this.#clock.now();
    for (const alarm of this.#alarms) if (alarm.atMs <= nowMs) alarm.ring();
    let next = Infinity;
    for (const { atMs } of this.#alarms) next = Math.min(next, atMs);
    if (next < this.#wakeMs) this.#sleepUntil(next);
  }
}
