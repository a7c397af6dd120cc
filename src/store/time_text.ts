/** The second of the last time that was written, since 1970. */
let lastSecond = NaN;

/** The text of that second, up to the point. */
let lastText = "";

/**
 * Writes a time as stores keep it: RFC 3339, UTC, in milliseconds.
 *
 * The text of the last second is kept, as what a store writes is of one time mostly, and a date takes longer to write
 * than all else of a small append.
 *
 * @param ms The time, in milliseconds since 1970.
 */
export function timeText(ms: number): string {
  // A date leaves fractions out as well.
  const whole = Math.trunc(ms);
  const second = Math.floor(whole / 1000);
  if (second !== lastSecond) {
    lastText = new Date(second * 1000).toISOString().slice(0, -"000Z".length);
    lastSecond = second;
  }
  return `${lastText}${String(whole - second * 1000).padStart(3, "0")}Z`;
}

/** RFC 3339, UTC, in milliseconds. */
const TS_REGEXP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** Tells whether a value is such a text. */
export function isTimeText(value: unknown): value is string {
  return typeof value === "string" && TS_REGEXP.test(value) && !Number.isNaN(Date.parse(value));
}
