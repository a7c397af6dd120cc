/** What is used of `@sinonjs/fake-timers`; its own types are written for Node's globals. */

/** A global that can be faked. */
type Fakeable = "setTimeout" | "clearTimeout" | "setInterval" | "clearInterval" | "Date";

/** A faked clock. */
export interface Clock {
  /** The faked time in milliseconds. */
  now: number;
  /** Moves time on and runs what becomes due. */
  tick(ms: number): number;
  /** Runs the next timer. */
  next(): number;
  /** How many timers wait. */
  countTimers(): number;
  /** Restores the globals. */
  uninstall(): void;
}

/** The library, over one set of globals. */
export interface FakeTimers {
  /** Replaces the globals. */
  install(config: { now: number; toFake: Fakeable[] }): Clock;
}

/** Binds the library to a set of globals. */
export function withGlobal(globals: typeof globalThis): FakeTimers;
