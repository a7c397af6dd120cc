/**
 * Checks a limit given as an option.
 *
 * @returns `value`.
 * @throws {RangeError} If `value` is not a positive whole number.
 */
export function toLimit(name: string, value: number): number {
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new RangeError(
    `Cannot create a decoder as '${name}' must be a positive integer: current value is ${value}`,
  );
}
