import { nearestWord } from "../../known_options.ts";
import { printable } from "../../printable.ts";
import { shown } from "../../shown.ts";
import { isWithinDepth } from "../http/depth.ts";

/**
 * Makes sure that a value is what it must be.
 *
 * @param value The value.
 * @param path Where it stands, for the message.
 * @throws {TypeError} If it is of the wrong kind.
 * @throws {RangeError} If it is of the right kind and out of range.
 */
export type Shape = (value: unknown, path: string) => void;

/** Says what was found in place of what was expected. */
export function misshapen(path: string, expected: string, value: unknown): TypeError {
  return new TypeError(
    `Cannot use '${path}' as it must be ${expected}: current value is ${shown(value)}`,
  );
}

/** Any text. */
export const aText: Shape = (value, path) => {
  if (typeof value !== "string") throw misshapen(path, "a text", value);
};

/** A text that is not empty. */
export const someText: Shape = (value, path) => {
  if (typeof value !== "string" || value === "") {
    throw misshapen(path, "a text that is not empty", value);
  }
};

/** A text that `test` lets pass, which throws or gives false for any other. */
export function textThat(expected: string, test: (text: string) => unknown): Shape {
  return (value, path) => {
    aText(value, path);
    let isFit: boolean;
    try {
      isFit = test(value as string) !== false;
    } catch {
      isFit = false;
    }
    if (!isFit) throw misshapen(path, expected, value);
  };
}

/** Yes or no. */
export const aBoolean: Shape = (value, path) => {
  if (typeof value !== "boolean") throw misshapen(path, "true or false", value);
};

/** A function. */
export const aFunction: Shape = (value, path) => {
  if (typeof value !== "function") throw misshapen(path, "a function", value);
};

/** A signal, of whichever realm. */
export const aSignal: Shape = (value, path) => {
  const { aborted, addEventListener } = Object(value) as Partial<AbortSignal>;
  if (typeof aborted === "boolean" && typeof addEventListener === "function") return;
  throw misshapen(path, "an AbortSignal", value);
};

/** A time in milliseconds; one without end would be a wait for ever. */
export const aTimeMs: Shape = (value, path) => aNumber(0, Number.MAX_SAFE_INTEGER)(value, path);

/** A text, or a regular expression. */
export const aTextCriterion: Shape = (value, path) => {
  if (typeof value !== "string" && !(value instanceof RegExp)) {
    throw misshapen(path, "a text or a regular expression", value);
  }
};

/** A number within bounds, both included. */
export function aNumber(least: number, most: number = Infinity): Shape {
  return (value, path) => {
    if (typeof value !== "number" || Number.isNaN(value)) throw misshapen(path, "a number", value);
    requireWithin(value, path, least, most);
  };
}

/** Any number that JSON can say. */
export const aFiniteNumber: Shape = aNumber(-Number.MAX_VALUE, Number.MAX_VALUE);

/** A whole number within bounds, both included. */
export function aWhole(least: number, most: number = Number.MAX_SAFE_INTEGER): Shape {
  return (value, path) => {
    if (!Number.isInteger(value)) throw misshapen(path, "a whole number", value);
    requireWithin(value as number, path, least, most);
  };
}

function requireWithin(value: number, path: string, least: number, most: number): void {
  if (value >= least && value <= most) return;
  const bounds = most === Infinity || most === Number.MAX_SAFE_INTEGER
    ? `at least ${least}`
    : `from ${least} to ${most}`;
  throw new RangeError(`Cannot use '${path}' as it must be ${bounds}: current value is ${value}`);
}

/** One of some words. */
export function oneOf(...words: readonly (string | number | boolean)[]): Shape {
  return (value, path) => {
    if (words.includes(value as string)) return;
    const list = words.map((word) => JSON.stringify(word)).join(", ");
    throw misshapen(path, `one of ${list}`, value);
  };
}

/** A list of things of one kind. */
export function listOf(item: Shape, least = 0): Shape {
  return (value, path) => {
    if (!Array.isArray(value) || value.length < least) {
      throw misshapen(path, least === 0 ? "a list" : "a list that is not empty", value);
    }
    // Not by `forEach()`, which passes over places that are empty.
    for (const [index, member] of value.entries()) item(member, `${path}[${index}]`);
  };
}

/** An object whose members are all of one kind. */
export function recordOf(item: Shape): Shape {
  return (value, path) => {
    for (const [name, member] of membersOf(value, path)) item(member, `${path}.${name}`);
  };
}

/** An object with these members and no others; those that are `undefined` are not there. */
export function membersIn(
  shapes: Readonly<Record<string, Shape>>,
  required: readonly string[] = [],
): Shape {
  const known = Object.keys(shapes);
  return (value, path) => {
    const members = membersOf(value, path);
    for (const [name, member] of members) {
      const shape = Object.hasOwn(shapes, name) ? shapes[name] : undefined;
      if (shape === undefined) throw unknownMember(name, path, known);
      shape(member, path === "" ? name : `${path}.${name}`);
    }
    const missing = required.find((name) => members.every(([present]) => present !== name));
    if (missing === undefined) return;
    throw new TypeError(`Cannot use '${path}' as it must have a member '${missing}'`);
  };
}

/** Either of two kinds, by a test of the value. */
export function either(isFirst: (value: unknown) => boolean, first: Shape, second: Shape): Shape {
  return (value, path) => (isFirst(value) ? first : second)(value, path);
}

/** Anything that JSON can say. */
export const aJsonValue: Shape = (value, path) => {
  if (!isWithinDepth(value)) throw new TypeError(`Cannot use '${path}' as it is nested too deeply`);
  checkJson(value, path);
};

function checkJson(value: unknown, path: string): void {
  if (value === null || typeof value === "string" || typeof value === "boolean") return;
  if (typeof value === "number" && Number.isFinite(value)) return;
  if (Array.isArray(value)) return listOf(checkJson)(value, path);
  if (typeof value === "object") return recordOf(checkJson)(value, path);
  throw misshapen(path, "a value of JSON", value);
}

/** What a `Map`, `Headers` and their like hold are no members: they would be passed over as empty objects. */
function membersOf(value: unknown, path: string): readonly [string, unknown][] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw misshapen(path, "an object", value);
  }
  if (Object.prototype.toString.call(value) !== "[object Object]") {
    throw misshapen(path, "a plain object", value);
  }
  return Object.entries(value).filter(([, member]) => member !== undefined);
}

function unknownMember(name: string, path: string, known: readonly string[]): TypeError {
  const near = nearestWord(name, known);
  const hint = near === undefined ? "" : `, did you mean '${near}'?`;
  const member = printable(path === "" ? name : `${path}.${name}`);
  return new TypeError(
    `Cannot use '${member}' as there is no such member${hint || ":"} It must be one of: ${
      known.join(", ")
    }`,
  );
}
