import { showValue } from "../checks/show_value.ts";
import { differences } from "../mock/recording/differences.ts";

/** Where two values of JSON differ first. */
export interface FirstDifference {
  /** Where, as a path; empty for the values themselves. */
  readonly path: string;
  /** What the first has there; `undefined` for nothing. */
  readonly expected: unknown;
  /** What the second has there; `undefined` for nothing. */
  readonly actual: unknown;
}

const NONE: ReadonlySet<string> = new Set();

/**
 * Finds where two values of JSON differ first.
 *
 * @param expected The first.
 * @param actual The second.
 */
export function firstDifference(expected: unknown, actual: unknown): FirstDifference | undefined {
  for (const { path, left, right } of differences(expected, actual, "", NONE)) {
    return { path: path.replace(/^\./, ""), expected: left, actual: right };
  }
  return undefined;
}

/** How much of a value is shown, in characters. */
const SHOWN_CHARS = 120;
/** How much of two texts is shown before they differ, in characters. */
const LEAD_CHARS = 30;

/**
 * Says what was expected and what was found, from shortly before where the two differ if they are long texts.
 *
 * @param difference What differs.
 */
export function shownDifference({ expected, actual }: Omit<FirstDifference, "path">): string {
  const start = commonStart(expected, actual) - LEAD_CHARS;
  return `expected ${shownFrom(expected, start)}, found ${shownFrom(actual, start)}`;
}

function shownFrom(value: unknown, start: number): string {
  if (value === undefined) return "nothing";
  if (typeof value !== "string" || start <= 0) return showValue(value, SHOWN_CHARS);
  return showValue(`…${value.slice(start)}`, SHOWN_CHARS);
}

function commonStart(expected: unknown, actual: unknown): number {
  if (typeof expected !== "string" || typeof actual !== "string") return 0;
  if (Math.max(expected.length, actual.length) < SHOWN_CHARS / 2) return 0;
  let index = 0;
  while (index < expected.length && expected[index] === actual[index]) index++;
  return index;
}
