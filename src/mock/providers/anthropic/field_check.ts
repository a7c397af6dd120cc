import type { UnknownMembers } from "../unknown_members.ts";
import { isObject } from "../../../wire/json.ts";
import type { JsonObject } from "../../../wire/json.ts";
import { invalid } from "../problem.ts";
import type { ProviderProblem } from "../problem.ts";

/**
 * Refuses a value of a request as Anthropic does.
 *
 * @param value The value.
 * @param path Where it stands.
 * @param mode What happens to members that Anthropic does not have. @default {"refuse"}
 */
export type FieldCheck = (value: unknown, path: string, mode?: UnknownMembers) => void;

/** What a member must be, and whether it must be there. A member that may be missing may be `null`. */
export interface Field {
  /** What it must be. */
  readonly check: FieldCheck;
  /** Whether it must be there. @default {false} */
  readonly required?: boolean;
}

/** The members of an object, by name. */
export type Fields = Readonly<Record<string, Field>>;

/** Refuses a value, and says where it stands. */
export function refused(path: string, words: string): ProviderProblem {
  return invalid(`${path}: ${words}`, path);
}

/**
 * Checks the members of an object, in the order of the fields.
 *
 * @param value The object.
 * @param path Where it stands; empty for the request itself.
 * @param fields Its members.
 * @param mode What happens to other members.
 */
export function checkFields(
  value: JsonObject,
  path: string,
  fields: Fields,
  mode: UnknownMembers = "refuse",
): void {
  const place = path === "" ? "" : `${path}.`;
  for (const name in fields) {
    const { check, required = false } = fields[name]!;
    const member = value[name];
    if (member === undefined) {
      if (required) throw refused(place + name, "Field required");
    } else if (member !== null || required) check(member, place + name, mode);
  }
  if (mode === "accept") return;
  for (const name in value) {
    if (!Object.hasOwn(fields, name)) {
      throw refused(place + name, "Extra inputs are not permitted");
    }
  }
}

/** Makes a member that must be there. */
export function required(check: FieldCheck): Field {
  return { check, required: true };
}

/** Makes a member that may be missing. */
export function optional(check: FieldCheck): Field {
  return { check };
}

/** Any value will do. */
export const anything: FieldCheck = () => {};

/** Requires a text. */
export const aString: FieldCheck = (value, path) => {
  if (typeof value !== "string") throw refused(path, "Input should be a valid string");
};

/** Requires a text of a length. */
export function someString(most: number = Infinity): FieldCheck {
  return (value, path) => {
    aString(value, path);
    const { length } = value as string;
    if (length === 0) throw refused(path, "String should have at least 1 character");
    if (length > most) throw refused(path, `String should have at most ${most} characters`);
  };
}

/** Requires a text of a pattern. */
export function aMatch(pattern: string): FieldCheck {
  const regexp = new RegExp(pattern);
  return (value, path) => {
    aString(value, path);
    if (regexp.test(value as string)) return;
    throw refused(path, `String should match pattern '${pattern}'`);
  };
}

/** Requires yes or no. */
export const aBoolean: FieldCheck = (value, path) => {
  if (typeof value !== "boolean") throw refused(path, "Input should be a valid boolean");
};

/** Requires an object of any members. */
export const aDictionary: FieldCheck = (value, path) => {
  if (!isObject(value)) throw refused(path, "Input should be a valid dictionary");
};

/** Requires an object of these members. */
export function anObject(fields: Fields): FieldCheck {
  return (value, path, mode) => {
    if (!isObject(value)) throw refused(path, "Input should be an object");
    checkFields(value, path, fields, mode);
  };
}

/** Requires a whole number within bounds. */
export function anInteger(least: number, most: number = Infinity): FieldCheck {
  return (value, path) => {
    if (!Number.isInteger(value)) throw refused(path, "Input should be a valid integer");
    requireWithin(value as number, path, least, most);
  };
}

/** Requires a number within bounds. */
export function aNumber(least: number, most: number): FieldCheck {
  return (value, path) => {
    if (typeof value !== "number") throw refused(path, "Input should be a valid number");
    requireWithin(value, path, least, most);
  };
}

/** Requires a whole number of at least one, where Anthropic says so with the bound below. */
export const aPositive: FieldCheck = (value, path) => {
  if (!Number.isInteger(value)) throw refused(path, "Input should be a valid integer");
  if ((value as number) <= 0) throw refused(path, "Input should be greater than 0");
};

function requireWithin(value: number, path: string, least: number, most: number): void {
  if (value < least) throw refused(path, `Input should be greater than or equal to ${least}`);
  if (value > most) throw refused(path, `Input should be less than or equal to ${most}`);
}

/** Requires one of some words. */
export function oneOf(...words: readonly string[]): FieldCheck {
  return (value, path) => {
    if (!words.includes(value as string)) {
      throw refused(path, `Input should be ${listed(words, " or ")}`);
    }
  };
}

/** Requires a list. */
export function aList(item: FieldCheck): FieldCheck {
  return (value, path, mode) => {
    if (!Array.isArray(value)) throw refused(path, "Input should be a valid list");
    value.forEach((entry, index) => item(entry, `${path}.${index}`, mode));
  };
}

/** Requires a text, or else a list. */
export function aStringOrList(item: FieldCheck): FieldCheck {
  const check = aList(item);
  return (value, path, mode) => {
    if (typeof value !== "string") check(value, path, mode);
  };
}

/**
 * Requires an object whose `type` says which members it has.
 *
 * @param kinds What it must be, by its type; it is given the object and its path with the type.
 * @param isKnown Whether there is another type, of which only the name is known.
 */
export function tagged(
  kinds: Readonly<Record<string, FieldCheck>>,
  isKnown: (type: string) => boolean = () => false,
): FieldCheck {
  return (value, path, mode) => {
    if (!isObject(value)) throw refused(path, "Input should be an object");
    const { type } = value;
    if (type === undefined) throw refused(`${path}.type`, "Field required");
    if (typeof type === "string" && Object.hasOwn(kinds, type)) {
      return kinds[type]!(value, `${path}.${type}`, mode);
    }
    if (typeof type === "string" && isKnown(type)) return;
    throw refused(path, unknownTag(String(type), Object.keys(kinds)));
  };
}

/** Says that there is no such type. */
export function unknownTag(type: string, known: readonly string[]): string {
  const tags = listed([...known].sort(), ", ");
  return `Input tag '${type}' found using 'type' does not match any of the expected tags: ${tags}`;
}

function listed(words: readonly string[], last: ", " | " or "): string {
  const quoted = words.map((word) => `'${word}'`);
  return quoted.length < 2
    ? quoted.join("")
    : quoted.slice(0, -1).join(", ") + last + quoted.at(-1);
}
