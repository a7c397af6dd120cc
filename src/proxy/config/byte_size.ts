/** Bytes of the units of a size. */
const UNITS: ReadonlyMap<string, number> = new Map([
  ["B", 1],
  ["KB", 1000],
  ["MB", 1000 ** 2],
  ["GB", 1000 ** 3],
  ["KiB", 1024],
  ["MiB", 1024 ** 2],
  ["GiB", 1024 ** 3],
]);

/** What the text of a size looks like, for JSON Schema. */
export const BYTE_SIZE_PATTERN: string = "^[1-9]\\d{0,11}(?:[KMG]i?B|B)?$";

const REGEXP = /^(\d+)([A-Za-z]*)$/;

/** The largest size that is accepted, in bytes: what no buffer of any runtime can hold. */
export const MAX_BYTES: number = 1024 ** 4;

/**
 * Reads a size: a number of bytes, or a text such as `32MiB`, `64KB` or `1000`.
 *
 * @param value The size.
 * @returns It in bytes; `undefined` if it is none, less than one byte, or over a tebibyte.
 */
export function parseByteSize(value: unknown): number | undefined {
  const bytes = typeof value === "number" ? value : bytesOf(value);
  if (bytes === undefined || !Number.isInteger(bytes)) return undefined;
  return bytes >= 1 && bytes <= MAX_BYTES ? bytes : undefined;
}

function bytesOf(value: unknown): number | undefined {
  if (typeof value !== "string") return undefined;
  const [, digits, unit] = REGEXP.exec(value) ?? [];
  const unitBytes = unit === "" ? 1 : UNITS.get(unit ?? "none");
  return digits === undefined || unitBytes === undefined ? undefined : Number(digits) * unitBytes;
}
