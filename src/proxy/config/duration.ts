/** The longest duration that is accepted: 100 years. Times beyond it are slips, and dates would overflow. */
export const MAX_DURATION_SECONDS: number = 100 * 365 * 86_400;

/** Units of the short spelling, the longest first, which is the order they are written in. */
const UNITS: readonly (readonly [unit: string, ms: number])[] = [
  ["w", 7 * 86_400_000],
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["m", 60_000],
  ["s", 1000],
  ["ms", 1],
];

const NUMBER = "\\d+(?:\\.\\d+)?";
/** At least one digit that is not 0: no time at all is no duration. */
const NOT_ZERO = "(?=.*[1-9])";
const SHORT = `(?:${NUMBER}|${UNITS.map(([unit]) => `(?:(${NUMBER})${unit})?`).join("")})`;
const ISO = "P(?:(\\d+)Y)?(?:(\\d+)M)?(?:(\\d+)W)?(?:(\\d+)D)?" +
  "(?:T(?=\\d)(?:(\\d+)H)?(?:(\\d+)M)?(?:(\\d+(?:[.,]\\d+)?)S)?)?";

/** What the text of a duration looks like, for JSON Schema. */
export const DURATION_PATTERN: string = `^${NOT_ZERO}(?:${SHORT}|${ISO})$`;

const SHORT_REGEXP = new RegExp(`^${NOT_ZERO}${SHORT}$`);
const ISO_REGEXP = new RegExp(`^${NOT_ZERO}${ISO}$`);
const SECONDS_REGEXP = new RegExp(`^${NUMBER}$`);

/** Milliseconds of the parts of ISO 8601. A month is 30 days and a year 365: a proxy knows no calendar. */
const ISO_PARTS_MS = [365, 30, 7, 1].map((days) => days * 86_400_000)
  .concat([3_600_000, 60_000, 1000]);

/**
 * Reads a duration: a number of seconds; a text such as `500ms`, `30s`, `1h30m`, `1d`, or of a bare number, which is of
 * seconds too; or ISO 8601, such as `PT15M`, `P1D`, `P1M` (30 days) and `P1Y` (365 days).
 *
 * @param value The duration.
 * @returns It in whole milliseconds; `undefined` if it is none, negative, under a millisecond or over 100 years.
 */
export function parseDuration(value: unknown): number | undefined {
  const exactMs = typeof value === "number" ? value * 1000 : partsOf(value);
  if (exactMs === undefined) return undefined;
  const ms = Math.round(exactMs);
  return ms >= 1 && ms <= MAX_DURATION_SECONDS * 1000 ? ms : undefined;
}

function partsOf(value: unknown): number | undefined {
  if (typeof value !== "string") return undefined;
  if (SECONDS_REGEXP.test(value)) return Number(value) * 1000;
  const short = SHORT_REGEXP.exec(value);
  if (short !== null) return sumOf(short, UNITS.map(([, ms]) => ms));
  const iso = ISO_REGEXP.exec(value);
  return iso === null ? undefined : sumOf(iso, ISO_PARTS_MS);
}

function sumOf([, ...numbers]: RegExpExecArray, partsMs: readonly number[]): number {
  const times = numbers.map((text, index) =>
    Number(text?.replace(",", ".") ?? 0) * partsMs[index]!
  );
  return times.reduce((sum, ms) => sum + ms, 0);
}

/**
 * Spells a duration as `parseDuration()` reads it.
 *
 * @param ms The duration in whole milliseconds, more than 0.
 */
export function formatDuration(ms: number): string {
  let left = ms;
  let text = "";
  for (const [unit, unitMs] of UNITS) {
    // Weeks are read, but 14 days are easier to understand than 2w.
    if (unit === "w" || left < unitMs) continue;
    text += `${Math.floor(left / unitMs)}${unit}`;
    left %= unitMs;
  }
  return text;
}
