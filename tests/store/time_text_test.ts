import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { isTimeText, timeText } from "../../src/store/time_text.ts";

/** Times of all ages, mostly near one another, with and without fractions. */
const times = fc.tuple(
  fc.double({ min: -1e14, max: 8e15, noNaN: true }),
  fc.array(fc.double({ min: -3000, max: 3000, noNaN: true }), { minLength: 1, maxLength: 8 }),
).map(([base, steps]) => steps.map((step) => base + step));

Deno.test("timeText() writes a time as a date does, whatever was written before", () => {
  fc.assert(
    fc.property(times, (all) => {
      assertEquals(all.map(timeText), all.map((ms) => new Date(ms).toISOString()));
    }),
    { examples: [[[0, 999, 1000, -1, -1000, -1001, 1000.5, -0.5]]] },
  );
});

Deno.test("timeText() refuses what is no time, and goes on", () => {
  assertEquals(timeText(5), "1970-01-01T00:00:00.005Z");
  for (const wrong of [NaN, Infinity, 9e15]) assertThrows(() => timeText(wrong), RangeError);
  assertEquals(timeText(6), "1970-01-01T00:00:00.006Z");
});

Deno.test("isTimeText() tells a time from what is none, whatever it was asked before", () => {
  const time = "2026-02-28T12:00:00.000Z";
  const none = ["2026-02-28T25:00:00.000Z", "2026-02-28T12:00:00Z", "", 5, null, [time]];
  for (const odd of none) {
    assertEquals([isTimeText(odd), isTimeText(time), isTimeText(time)], [false, true, true]);
    assertEquals([isTimeText(odd), isTimeText(odd)], [false, false]);
  }
});
