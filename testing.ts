/**
 * Doubles for tests of what stands around a model. Today: a clock that is moved by hand, which every
 * part of this package that waits can be given.
 *
 * @example
 * ```ts
 * import { ManualClock } from "@wholeturn/wholeturn/testing";
 * import { assertEquals } from "@std/assert";
 *
 * const clock = new ManualClock(1000);
 * await clock.advance(500);
 * assertEquals(clock.now(), 1500);
 * ```
 *
 * @module
 */
export { ManualClock } from "./src/testing/manual_clock.ts";
export { type Clock } from "./src/clock.ts";
