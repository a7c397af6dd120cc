import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { backoffDelay, withJitter } from "../../../src/proxy/backoff/backoff_delay.ts";

const schedule = fc.record({
  baseMs: fc.integer({ min: 1, max: 1e9 }),
  factor: fc.double({ min: 1, max: 1e6, noNaN: true }),
  capMs: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
});

Deno.test("backoffDelay() doubles from the base up to the cap", () => {
  const plan = { baseMs: 1000, factor: 2, capMs: 15_000 };
  const delays = [1, 2, 3, 4, 5, 6].map((level) => backoffDelay(level, plan));
  assertEquals(delays, [1000, 2000, 4000, 8000, 15_000, 15_000]);
});

Deno.test("backoffDelay() gives a cap below the base as it is", () => {
  assertEquals(backoffDelay(1, { baseMs: 1000, factor: 2, capMs: 300 }), 300);
});

Deno.test("backoffDelay() never falls, and never passes its cap, whatever the level", () => {
  fc.assert(fc.property(schedule, fc.nat(1e9), (plan, n) => {
    const [delay, next] = [backoffDelay(n + 1, plan), backoffDelay(n + 2, plan)];
    assert(delay > 0 && delay <= next && next <= plan.capMs);
  }));
});

Deno.test("D28: withJitter() spreads over the part that is random, and nothing beside it", () => {
  const part = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(fc.property(fc.integer({ min: 1, max: 1e12 }), part, part, (ms, jitter, drawn) => {
    const rest = withJitter(ms, jitter, () => drawn);
    assert(rest >= Math.floor(ms * (1 - jitter)) && rest <= ms + 1, String(rest));
  }));
  assertEquals(withJitter(1000, 0, () => 0.3), 1000);
  assertEquals([0, 0.5, 1].map((drawn) => withJitter(1000, 0.2, () => drawn)), [800, 900, 1000]);
});
