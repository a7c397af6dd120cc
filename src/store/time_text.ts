/** The last time that was written, in milliseconds since 1970. */
let lastMs = NaN;

/** Its text. */
let lastText = "";

/**
 * Writes a time as stores keep it: RFC 3339, UTC, in milliseconds.
 *
 * The last one is kept, as what a busy store writes is often of one time, and a date takes about as long to write as all
 * else of a small append.
 *
 * @param ms The time, in milliseconds since 1970.
 */
export function timeText(ms: number): string {
  if (ms !== lastMs) {
    lastText = new Date(ms).toISOString();
    lastMs = ms;
  }
  return lastText;
}

/** RFC 3339, UTC, in milliseconds. */
const TS_REGEXP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** The last text that was such a time. */
let lastTime: string | undefined;

/** Tells whether a value is such a text. */
export function isTimeText(value: unknown): value is string {
  if (typeof value !== "string") return false;
  if (value === lastTime) return true;
  if (!TS_REGEXP.test(value) || Number.isNaN(Date.parse(value))) return false;
  lastTime = value;
  return true;
}
