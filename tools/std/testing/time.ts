/**
 * `@std/testing/time` for a machine that reaches npm but not JSR: the names and the behaviour of the
 * real one, on `@sinonjs/fake-timers`.
 *
 * @module
 */
// @ts-types="./fake_timers.d.ts"
import { type Clock, withGlobal } from "npm:@sinonjs/fake-timers@15.5.0";

/** What goes wrong with faked time. */
export class TimeError extends Error {
  override name = "TimeError";
}

/** Options of {@linkcode FakeTime}. */
export interface FakeTimeOptions {
  /**
   * How fast faked time runs by itself, in faked per real milliseconds.
   *
   * @default {0}
   */
  advanceRate?: number;
  /**
   * How often faked time runs by itself, in real milliseconds.
   *
   * @default {10}
   */
  advanceFrequency?: number;
}

/** Options of {@linkcode FakeTime.prototype.delay}. */
export interface DelayOptions {
  /** Ends the wait early. */
  signal?: AbortSignal;
}

const timers = withGlobal(globalThis);
const real = { setTimeout, clearTimeout, setInterval, clearInterval, Date };
const FAKED = ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"] as const;
let active: FakeTime | undefined;

function toStart(start: number | string | Date | null | undefined): number {
  if (start === null || start === undefined) return real.Date.now();
  const value = typeof start === "number" ? Math.floor(start) : new real.Date(start).valueOf();
  if (Number.isNaN(value)) {
    throw new TypeError(`Cannot construct FakeTime: invalid start time ${String(start)}`);
  }
  return value;
}

/**
 * Replaces `Date` and the timer functions by ones that this object moves, until it is disposed of.
 */
export class FakeTime {
  /** The time it began at, in milliseconds since 1970. */
  readonly start: number;
  #clock: Clock;
  #interval: ReturnType<typeof setInterval> | undefined;

  /**
   * @param start Where time begins; now by default.
   * @param options Whether time runs by itself.
   */
  constructor(start?: number | string | Date | null, options: FakeTimeOptions = {}) {
    if (active) throw new TypeError("Cannot construct FakeTime: time is already faked");
    const { advanceRate = 0, advanceFrequency = 10 } = options;
    this.start = toStart(start);
    this.#clock = timers.install({ now: this.start, toFake: [...FAKED] });
    active = this;
    if (advanceRate > 0) {
      const step = advanceRate * advanceFrequency;
      this.#interval = real.setInterval(() => this.tick(step), advanceFrequency);
    }
  }

  /** Restores real time. */
  static restore(): void {
    if (!active) throw new TimeError("Cannot restore time: time is already restored");
    active.restore();
  }

  /** Restores real time until the callback's promise settles. */
  static async restoreFor<A extends unknown[], T>(
    callback: (...args: A) => Promise<T> | T,
    ...args: A
  ): Promise<T> {
    if (!active) throw new TimeError("Cannot restore time: time is not faked");
    const faked = { setTimeout, clearTimeout, setInterval, clearInterval, Date };
    Object.assign(globalThis, real);
    try {
      return await callback(...args);
    } finally {
      Object.assign(globalThis, faked);
    }
  }

  /** The faked time, in milliseconds since 1970. Setting it runs the timers that become due. */
  get now(): number {
    return this.#clock.now;
  }
  set now(value: number) {
    if (value < this.#clock.now) {
      throw new RangeError(
        `Cannot set current time in the past, time must be >= ${this.#clock.now}: received ${value}`,
      );
    }
    this.#clock.tick(value - this.#clock.now);
  }

  /** Waits in real time. An abort ends the wait with the signal's reason. */
  delay(ms: number, options: DelayOptions = {}): Promise<void> {
    const { signal } = options;
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const abort = () => {
        real.clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = real.setTimeout(() => {
        signal?.removeEventListener("abort", abort);
        resolve();
      }, ms);
      signal?.addEventListener("abort", abort, { once: true });
    });
  }

  /** Runs all pending microtasks. */
  async runMicrotasks(): Promise<void> {
    await this.delay(0);
  }

  /** Adds to the faked time and runs the timers that become due. */
  tick(ms = 0): void {
    this.now += ms;
  }

  /** {@linkcode tick}, after all pending microtasks. */
  async tickAsync(ms = 0): Promise<void> {
    await this.runMicrotasks();
    this.tick(ms);
  }

  /** Moves to the next timer and runs it. Tells whether there was one. */
  next(): boolean {
    if (this.#clock.countTimers() === 0) return false;
    this.#clock.next();
    return true;
  }

  /** {@linkcode next}, after all pending microtasks. */
  async nextAsync(): Promise<boolean> {
    await this.runMicrotasks();
    return this.next();
  }

  /** Runs timers until none is left. */
  runAll(): void {
    while (this.next());
  }

  /** {@linkcode runAll}, with all pending microtasks before each timer. */
  async runAllAsync(): Promise<void> {
    while (await this.nextAsync());
  }

  /** Restores real time. */
  restore(): void {
    if (active !== this) throw new TimeError("Cannot restore time: time is already restored");
    active = undefined;
    this.#clock.uninstall();
    if (this.#interval !== undefined) real.clearInterval(this.#interval);
  }

  /** Restores real time. */
  [Symbol.dispose](): void {
    this.restore();
  }
}
