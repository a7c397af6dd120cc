import type { UnknownMembers } from "../unknown_members.ts";
import { isObject } from "../../../wire/json.ts";
import type { JsonObject } from "../../../wire/json.ts";
import { invalid } from "../problem.ts";
import type { ProviderProblem } from "../problem.ts";

const UNPROCESSABLE = 422;

/**
 * Refuses a value of a request as Cohere does; one that is `null` or not there is never asked.
 *
 * @param value The value.
 * @param path Where it stands.
 * @param mode What happens to members that Cohere does not have. @default {"refuse"}
 */
export type FieldCheck = (value: unknown, path: string, mode?: UnknownMembers) => void;

/** The members of an object and what they must be. */
export type Fields = Readonly<Record<string, FieldCheck>>;

/** Refuses a request for what it says. */
export function refused(words: string, param?: string): ProviderProblem {
  return invalid(`invalid request: ${words}`, param);
}

/** Refuses a value of the wrong type. */
export function wrongType(path: string, value: unknown, expected: string): ProviderProblem {
  const type = Array.isArray(value) ? "array" : value === null ? "null" : typeof value;
  return invalid(
    `invalid type: parameter '${path}' is of type ${type} but should be of type ${expected}. For proper usage, please refer to https://docs.cohere.com/reference/chat`,
    path,
  );
}

/**
 * Checks the members of an object.
 *
 * @param value The object.
 * @param path Where it stands; empty for the request itself.
 * @param fields Its members.
 * @param required Those that must be there.
 * @param mode What happens to other members.
 */
export function checkFields(
  value: JsonObject,
  path: string,
  fields: Fields,
  required: readonly string[] = [],
  mode: UnknownMembers = "refuse",
): void {
  const place = path === "" ? "" : `${path}.`;
  for (const name of required) {
    const member = value[name];
    if (member === undefined || member === null) {
      throw refused(`parameter '${place}${name}' is required`, place + name);
    }
  }
  for (const name in value) {
    if (!Object.hasOwn(fields, name)) {
      if (mode === "accept") continue;
      throw unknownField(name, place + name);
    }
    const member = value[name];
    if (member !== undefined && member !== null) fields[name]!(member, place + name, mode);
  }
}

function unknownField(name: string, path: string): ProviderProblem {
  return invalid(
    `unknown field: parameter '${name}' is not a valid field. For proper usage, please refer to https://docs.cohere.com/reference/chat`,
    path,
    { status: UNPROCESSABLE },
  );
}

/** Any value will do. */
export const anything: FieldCheck = () => {};

/** Requires a text. */
export const aString: FieldCheck = (value, path) => {
  if (typeof value !== "string") throw wrongType(path, value, "string");
};

/** Requires a text that says something. */
export const someString: FieldCheck = (value, path) => {
  aString(value, path);
  if (value === "") throw refused(`parameter '${path}' must not be empty`, path);
};

/** Requires yes or no. */
export const aBoolean: FieldCheck = (value, path) => {
  if (typeof value !== "boolean") throw wrongType(path, value, "boolean");
};

/** Requires an object of any members. */
export const aDictionary: FieldCheck = (value, path) => {
  if (!isObject(value)) throw wrongType(path, value, "object");
};

/** Requires an object of these members. */
export function anObject(fields: Fields, required: readonly string[] = []): FieldCheck {
  return (value, path, mode) => {
    aDictionary(value, path);
    checkFields(value as JsonObject, path, fields, required, mode);
  };
}

/** Requires an object whose `type` says which members it has. */
export function tagged(kinds: Readonly<Record<string, Fields>>): FieldCheck {
  return (value, path, mode) => {
    aDictionary(value, path);
    const object = value as JsonObject;
    oneOf(...Object.keys(kinds))(object.type, `${path}.type`);
    const fields = kinds[object.type as string]!;
    checkFields(object, path, { type: anything, ...fields }, Object.keys(fields).slice(0, 1), mode);
  };
}

/** Requires a number within bounds. */
export function aNumber(least: number, most: number): FieldCheck {
  return (value, path) => {
    if (typeof value !== "number") throw wrongType(path, value, "number");
    requireWithin(value, path, least, most);
  };
}

/** Requires a whole number within bounds. */
export function anInteger(least: number, most: number = Infinity): FieldCheck {
  return (value, path) => {
    if (!Number.isInteger(value)) throw wrongType(path, value, "integer");
    requireWithin(value as number, path, least, most);
  };
}

function requireWithin(value: number, path: string, least: number, most: number): void {
  if (value >= least && value <= most) return;
  const bounds = most === Infinity ? `at least ${least}` : `between ${least} and ${most} inclusive`;
  throw refused(`${path} must be ${bounds}`, path);
}

/** Requires one of some words. */
export function oneOf(...words: readonly string[]): FieldCheck {
  return (value, path) => {
    if (!words.includes(value as string)) {
      throw refused(`parameter '${path}' must be one of ${words.join(", ")}`, path);
    }
  };
}

/** Requires a list. */
export function aList(item: FieldCheck, most: number = Infinity): FieldCheck {
  return (value, path, mode) => {
    if (!Array.isArray(value)) throw wrongType(path, value, "array");
    if (value.length > most) throw refused(`${path} must have at most ${most} elements`, path);
    value.forEach((entry, index) => item(entry, `${path}[${index}]`, mode));
  };
}

/** Requires a text, or else a list. */
export function aStringOrList(item: FieldCheck): FieldCheck {
  const check = aList(item);
  return (value, path, mode) => {
    if (typeof value !== "string") check(value, path, mode);
  };
}
