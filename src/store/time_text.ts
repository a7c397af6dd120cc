/**
 * Writes a time as stores keep it: RFC 3339, UTC, in milliseconds.
 *
 * @param ms The time, in milliseconds since 1970.
 */
export function timeText(ms: number): string {
  return new Date(ms).toISOString();
}
