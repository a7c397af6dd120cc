import { isObject } from "../../../../wire/json.ts";
import type { JsonObject } from "../../../../wire/json.ts";
import { invalid } from "../../problem.ts";

/**
 * Requires what a field may hold, as Go reads JSON into a struct.
 *
 * @param value The value; never `null` or left out.
 * @param path Which field of which struct it is, for the message.
 * @throws {ProviderProblem} If it is of the wrong kind.
 */
export type GoField = (value: unknown, path: string) => void;

/** Refuses a value in Go's words. */
export function unfit(value: unknown, path: string, type: string): Error {
  return invalid(
    `json: cannot unmarshal ${kindOf(value)} into Go struct field ${path} of type ${type}`,
  );
}

/** Says in the words of Go what a value is. */
export function kindOf(value: unknown): string {
  if (Array.isArray(value)) return "array";
  return typeof value === "boolean" ? "bool" : typeof value;
}

/** A text. */
export const goText: GoField = (value, path) => {
  if (typeof value !== "string") throw unfit(value, path, "string");
};

/** Yes or no. */
export const goBool: GoField = (value, path) => {
  if (typeof value !== "boolean") throw unfit(value, path, "bool");
};

/** A whole number. */
export const goInt: GoField = (value, path) => {
  if (typeof value !== "number") throw unfit(value, path, "int");
  if (Number.isInteger(value)) return;
  throw invalid(
    `json: cannot unmarshal number ${value} into Go struct field ${path} of type int`,
  );
};

/** Any object; Go names its type. */
export function goMap(type: string): GoField {
  return (value, path) => {
    if (!isObject(value)) throw unfit(value, path, type);
  };
}

/** Anything. */
export const goAny: GoField = () => {};

/** A list; Go names its type. */
export function goList(type: string, item: GoField): GoField {
  return (value, path) => {
    if (!Array.isArray(value)) throw unfit(value, path, type);
    for (const member of value) if (member !== null) item(member, path);
  };
}

/** An object with known members; others are passed over, as Go does. */
export function goStruct(type: string, fields: Readonly<Record<string, GoField>>): GoField {
  return (value, path) => {
    if (!isObject(value)) throw unfit(value, path, type);
    checkMembers(value, fields, path);
  };
}

/**
 * Checks the members of a request.
 *
 * @param body The request.
 * @param type The name of its struct.
 * @param fields What its members must be.
 * @throws {ProviderProblem} If one is of the wrong kind.
 */
export function checkRequest(
  body: JsonObject,
  type: string,
  fields: Readonly<Record<string, GoField>>,
): void {
  checkMembers(body, fields, type);
}

function checkMembers(
  value: JsonObject,
  fields: Readonly<Record<string, GoField>>,
  path: string,
): void {
  for (const [name, field] of Object.entries(fields)) {
    const member = value[name];
    if (member !== undefined && member !== null) field(member, `${path}.${name}`);
  }
}

const ENCODED_REGEXP = /^[A-Za-z0-9+/]*={0,2}$/;

/** Bytes: a text in base64. */
export const goBytes: GoField = (value, path) => {
  if (typeof value !== "string") throw unfit(value, path, "api.ImageData");
  const bad = [...value].findIndex((char) => !/[A-Za-z0-9+/=]/.test(char));
  if (bad < 0 && ENCODED_REGEXP.test(value) && value.length % 4 === 0) return;
  throw invalid(`illegal base64 data at input byte ${bad < 0 ? value.length : bad}`);
};

const DURATION_REGEXP = /^[+-]?(?:0|(?:(?:\d+\.?\d*|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+)$/;

/** A duration: seconds, or a text such as `5m`. */
export const goDuration: GoField = (value) => {
  if (typeof value === "number") return;
  if (typeof value !== "string") throw invalid(`Unsupported type: '${typeof value}'`);
  if (!DURATION_REGEXP.test(value)) {
    throw invalid(`time: invalid duration ${JSON.stringify(value)}`);
  }
};

/** Tells whether a duration is none at all. */
export function isZeroDuration(value: unknown): boolean {
  return value === 0 || (typeof value === "string" && !/[1-9]/.test(value));
}

const LEVELS: readonly unknown[] = [true, false, "high", "medium", "low"];

/** Whether a model is to think, or how much. */
export const goThink: GoField = (value) => {
  if (LEVELS.includes(value)) return;
  throw invalid(
    typeof value === "string"
      ? `invalid think value: ${
        JSON.stringify(value)
      } (must be "high", "medium", "low", true, or false)`
      : 'think must be a boolean or string ("high", "medium", "low", true, or false)',
  );
};
