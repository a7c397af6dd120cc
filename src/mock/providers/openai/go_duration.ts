/**
 * Spells a time as Go does, and as OpenAI does in its headers: `0s`, `120ms`, `1.5s`, `6m0s`, `23h55m16.126s`.
 *
 * @param ms The time, in milliseconds; parts of one are left out.
 */
export function goDuration(ms: number): string {
  const whole = Math.max(0, Math.floor(ms));
  if (whole === 0) return "0s";
  if (whole < 1000) return `${whole}ms`;
  const hours = Math.floor(whole / 3_600_000);
  const minutes = Math.floor(whole / 60_000) % 60;
  const seconds = (whole % 60_000) / 1000;
  if (hours > 0) return `${hours}h${minutes}m${seconds}s`;
  return minutes > 0 ? `${minutes}m${seconds}s` : `${seconds}s`;
}
