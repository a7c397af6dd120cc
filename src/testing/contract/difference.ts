import { showValue } from "../../checks/show_value.ts";

/** Where two values differ first. */
export interface Difference {
  /** Where, as a path; empty for the values themselves. */
  readonly path: string;
  /** What was expected there, for a message. */
  readonly expected: string;
  /** What was found there, for a message. */
  readonly actual: string;
}

/** A name that may stand behind a dot. */
const PLAIN_NAME_REGEXP = /^[A-Za-z_$][\w$]*$/;

/**
 * Finds where two values of JSON differ: leaves by `Object.is`, members by their own descriptors, so that `__proto__`
 * is one like any other, and whatever their order.
 *
 * @param actual What was found.
 * @param expected What it should be.
 * @param path Where both stand.
 */
export function differenceOf(
  actual: unknown,
  expected: unknown,
  path = "",
): Difference | undefined {
  // By a list of what is left to compare and not by calls: values may be nested deeply.
  const left = [{ actual, expected, path }];
  for (let pair = left.pop(); pair !== undefined; pair = left.pop()) {
    if (Object.is(pair.actual, pair.expected)) continue;
    if (!isObject(pair.actual) || !isObject(pair.expected)) return leaf(pair);
    if (Array.isArray(pair.actual) !== Array.isArray(pair.expected)) return leaf(pair);
    const members = membersOf(pair.actual, pair.expected, pair.path);
    for (const member of members.reverse()) left.push(member);
  }
  return undefined;
}

interface Pair {
  readonly actual: unknown;
  readonly expected: unknown;
  readonly path: string;
}

/** What stands where there is nothing. */
const ABSENT: unique symbol = Symbol("nothing");

function membersOf(actual: object, expected: object, path: string): Pair[] {
  const names = new Set([...Object.keys(expected), ...Object.keys(actual)]);
  return [...names].map((name) => ({
    actual: memberOf(actual, name),
    expected: memberOf(expected, name),
    path: pathTo(path, name, Array.isArray(expected)),
  }));
}

function memberOf(value: object, name: string): unknown {
  const descriptor = Object.getOwnPropertyDescriptor(value, name);
  if (descriptor === undefined) return ABSENT;
  return "value" in descriptor ? descriptor.value : descriptor.get;
}

function pathTo(path: string, name: string, isList: boolean): string {
  if (isList && /^\d+$/.test(name)) return `${path}[${name}]`;
  if (PLAIN_NAME_REGEXP.test(name)) return path === "" ? name : `${path}.${name}`;
  return `${path}[${JSON.stringify(name)}]`;
}

function leaf({ actual, expected, path }: Pair): Difference {
  return { path, expected: textOf(expected), actual: textOf(actual) };
}

function textOf(value: unknown): string {
  if (value === ABSENT) return "nothing";
  return Object.is(value, -0) ? "-0" : showValue(value);
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
