import { assertEquals } from "@std/assert";
import fc from "fast-check";
import {
  DURATION_PATTERN,
  formatDuration,
  MAX_DURATION_SECONDS,
  parseDuration,
} from "../../../src/proxy/config/duration.ts";

const DAY = 86_400_000;

Deno.test.each<readonly [number | string, number]>([
  [1, 1000],
  [0.25, 250],
  [0.001, 1],
  ["30", 30_000],
  ["500ms", 500],
  ["1.5s", 1500],
  ["30s", 30_000],
  ["5m", 300_000],
  ["1h30m", 5_400_000],
  ["1d", DAY],
  ["2w", 14 * DAY],
  ["1m1ms", 60_001],
  ["PT15M", 900_000],
  ["PT30M", 1_800_000],
  ["PT1M30S", 90_000],
  ["PT1M", 60_000],
  ["P1M", 30 * DAY],
  ["P1Y", 365 * DAY],
  ["P1W", 7 * DAY],
  ["P1D", DAY],
  ["P1DT12H", 1.5 * DAY],
  ["P1Y2M3W4DT5H6M7.5S", (365 + 60 + 21 + 4) * DAY + 5 * 3_600_000 + 6 * 60_000 + 7500],
  ["PT0.5S", 500],
  ["PT0,5S", 500],
  ["PT36H", 1.5 * DAY],
  ["P100Y", MAX_DURATION_SECONDS * 1000],
])("parseDuration() reads $0 as $1 ms", (value, ms) => {
  assertEquals(parseDuration(value), ms);
});

const NONE: readonly unknown[] = [
  ...[0, -1, NaN, Infinity, -Infinity, 0.0004, MAX_DURATION_SECONDS + 1, 1e300],
  ...["", " ", "0", "0s", "0ms", "0h0m", "-5s", "+5s", "1.s", ".5s", "1e3", "5 s", " 5s", "5s "],
  ...["5S", "5min", "30m1h", "1h1h", "soon", "NaN", "Infinity", "0x10", "1h 30m", "５s"],
  ...["P", "PT", "P0D", "PT0S", "-P1D", "P-1D", "P1", "1D", "P1DT", "PT1D", "P1H", "PT1.5M", "P1S"],
  ...["p1d", "P1D1Y", "P1.5D", "P101Y", "PT1M30", "P1D ", "0.0001s", "9".repeat(400)],
  ...[null, undefined, true, [], {}, [30], "1s\n", 1n],
];

Deno.test("parseDuration() refuses what is no duration, negative, nothing, or beyond all reason", () => {
  for (const value of NONE) assertEquals(parseDuration(value), undefined, String(value));
});

Deno.test("formatDuration() spells every duration so that it reads the same", () => {
  fc.assert(fc.property(fc.integer({ min: 1, max: MAX_DURATION_SECONDS * 1000 }), (ms) => {
    assertEquals(parseDuration(formatDuration(ms)), ms);
  }));
});

Deno.test("parseDuration() reads the same from every spelling of a duration", () => {
  const part = (max: number) => fc.integer({ min: 0, max });
  const parts = fc.tuple(part(400), part(23), part(59), part(59), part(999));
  fc.assert(fc.property(parts, ([days, hours, minutes, seconds, ms]) => {
    const expected = days * DAY + hours * 3_600_000 + minutes * 60_000 + seconds * 1000 + ms;
    fc.pre(expected > 0);
    const fraction = String(ms).padStart(3, "0");
    const spellings = [
      expected / 1000,
      `${expected / 1000}`,
      `${expected}ms`,
      `${days}d${hours}h${minutes}m${seconds}s${ms}ms`,
      `${days}d${hours}h${minutes}m${seconds}.${fraction}s`,
      `P${days}DT${hours}H${minutes}M${seconds}.${fraction}S`,
      `PT${days * 24 + hours}H${minutes}M${seconds}.${fraction}S`,
    ];
    for (const spelling of spellings) {
      assertEquals(parseDuration(spelling), expected, `${spelling}`);
    }
  }));
});

Deno.test("parseDuration() reads no text that the pattern of the schema refuses", () => {
  const pattern = new RegExp(DURATION_PATTERN, "u");
  const pieces = fc.constantFrom(
    "P",
    "T",
    "1",
    "0",
    ".5",
    "ms",
    "s",
    "m",
    "h",
    "D",
    "M",
    "S",
    "-",
    " ",
  );
  const texts = fc.array(pieces, { maxLength: 8 }).map((all) => all.join(""));
  fc.assert(
    fc.property(fc.oneof(texts, fc.string()), (text) => {
      const ms = parseDuration(text);
      if (ms !== undefined) assertEquals(pattern.test(text), true, text);
      assertEquals(ms === undefined || (Number.isInteger(ms) && ms > 0), true, text);
    }),
    { numRuns: 2000 },
  );
});
