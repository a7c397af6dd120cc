import { type Clock, systemClock } from "../../../src/clock.ts";

/**
 * A clock that goes wrong by a time, as that of another machine may.
 *
 * @param offsetMs By how much it is ahead, in milliseconds; negative if it is behind.
 * @param clock The clock that goes right.
 */
export function skewedClock(offsetMs: number, clock: Clock = systemClock): Clock {
  return {
    now: () => clock.now() + offsetMs,
    sleep: (ms, signal) => clock.sleep(ms, signal),
  };
}
