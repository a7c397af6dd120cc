/**
 * Writes any value in one line, to stand in a message: what an adapter gives may be anything, also
 * what JSON cannot say and what cannot even be looked at.
 *
 * @param value The value.
 * @param most How many characters at most.
 */
export function showValue(value: unknown, most = 80): string {
  const text = write(value).replaceAll(/\s*\n\s*/g, " ");
  return text.length > most ? `${text.slice(0, most - 3)}...` : text;
}

function write(value: unknown): string {
  if (typeof value === "bigint") return `${value}n`;
  // JSON has neither NaN nor Infinity.
  if (typeof value === "number") return String(value);
  try {
    return JSON.stringify(value, withoutBigInt) ?? String(value);
  } catch {
    return typeof value;
  }
}

function withoutBigInt(_: string, value: unknown): unknown {
  return typeof value === "bigint" ? `${value}n` : value;
}
