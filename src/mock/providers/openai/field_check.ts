import type { UnknownMembers } from "../unknown_members.ts";
import type { JsonObject } from "../../../wire/json.ts";
import { isObject } from "../../../wire/json.ts";
import { invalid } from "../problem.ts";
import {
  emptyArray,
  listed,
  longArray,
  longText,
  unknownParam,
  wrongType,
  wrongWord,
} from "./refusals.ts";

/**
 * Refuses a value of a request as OpenAI does; one that is not there is never asked.
 *
 * @param value The value.
 * @param param Where it stands.
 * @param mode What happens to members that OpenAI does not have. @default {"refuse"}
 */
export type FieldCheck = (value: unknown, param: string, mode?: UnknownMembers) => void;

/**
 * Checks the members of a request in the order of their checks, so that of several faults the same is told
 * each time.
 *
 * @param body The request.
 * @param checks The members and what they must be.
 * @param solid The members that must not be `null`; for the others `null` is as if they were not there.
 * @param mode What happens to members that OpenAI does not have.
 */
export function checkFields(
  body: JsonObject,
  checks: Readonly<Record<string, FieldCheck>>,
  solid: readonly string[],
  mode: UnknownMembers,
): void {
  for (const name in checks) {
    const value = body[name];
    if (value === undefined || (value === null && !solid.includes(name))) continue;
    checks[name]!(value, name, mode);
  }
}

/** Any value will do. */
export const anything: FieldCheck = () => {};

/** Requires a boolean. */
export const aBoolean: FieldCheck = (value, param) => {
  if (typeof value !== "boolean") throw wrongType(param, "a boolean", value);
};

/** Requires an object. */
export const anObject: FieldCheck = (value, param) => {
  if (!isObject(value)) throw wrongType(param, "an object", value);
};

/** Requires numbers by the numbers of tokens. */
export const aLogitBias: FieldCheck = (value, param) => {
  anObject(value, param);
  const other = Object.keys(value as object).find((key) => !/^\d+$/.test(key));
  if (other !== undefined) {
    throw invalid(
      `Invalid key in '${param}': ${other}. You should only be submitting non-negative integers.`,
      param,
    );
  }
  for (const [token, bias] of Object.entries(value as object)) {
    aDecimal(-100, 100)(bias, `${param}.${token}`);
  }
};

/** Requires a text. */
export function aString(maxChars: number = Infinity): FieldCheck {
  return (value, param) => {
    if (typeof value !== "string") throw wrongType(param, "a string", value);
    if (value.length > maxChars) throw longText(param, maxChars, value.length);
  };
}

/** Requires one of some words. */
export function oneOfWords(...words: readonly string[]): FieldCheck {
  return (value, param) => {
    if (typeof value !== "string") throw wrongType(param, `one of ${listed(words, "or")}`, value);
    if (!words.includes(value)) throw wrongWord(param, value, words);
  };
}

/** Requires a whole number. */
export function anInteger(least: number, most: number = Infinity): FieldCheck {
  return (value, param) => {
    if (typeof value !== "number" || !Number.isInteger(value)) {
      throw wrongType(param, "an integer", value);
    }
    requireRange("integer", value, param, least, most);
  };
}

/** Requires a number. */
export function aDecimal(least: number, most: number): FieldCheck {
  return (value, param) => {
    if (typeof value !== "number") throw wrongType(param, "a decimal", value);
    requireRange("decimal", value, param, least, most);
  };
}

function requireRange(
  kind: "integer" | "decimal",
  value: number,
  param: string,
  least: number,
  most: number,
): void {
  if (value >= least && value <= most) return;
  const [side, place, sign, bound] = value < least
    ? ["minimum", "below", ">=", least]
    : ["maximum", "above", "<=", most];
  const code = `${kind}_${place}_${side === "minimum" ? "min" : "max"}_value`;
  throw invalid(
    `Invalid '${param}': ${kind} ${place} ${side} value. Expected a value ${sign} ${bound}, but got ${value} instead.`,
    param,
    { code },
  );
}

/** Requires a list. */
export function anArray(
  item: FieldCheck,
  { of, most = Infinity }: { readonly of: string; readonly most?: number },
): FieldCheck {
  return (value, param, mode) => {
    if (!Array.isArray(value)) throw wrongType(param, `an array of ${of}`, value);
    if (value.length === 0) throw emptyArray(param);
    if (value.length > most) throw longArray(param, most, value.length);
    value.forEach((entry, index) => item(entry, `${param}[${index}]`, mode));
  };
}

const MAX_PAIRS = 16;

/** Requires what a client may note beside a request: few short texts under short names. */
export const aMetadata: FieldCheck = (value, param) => {
  if (!isObject(value)) throw wrongType(param, "a metadata object", value);
  const count = Object.keys(value).length;
  if (count > MAX_PAIRS) {
    throw invalid(
      `Invalid '${param}': too many properties. Expected an object with at most ${MAX_PAIRS} properties, but got an object with ${count} properties instead.`,
      param,
      { code: "object_above_max_properties" },
    );
  }
  for (const [name, note] of Object.entries(value)) {
    if (name.length > 64) throw longText(`${param}.${name}`, 64, name.length);
    aString(512)(note, `${param}.${name}`);
  }
};

/** Requires texts at which an answer stops: one, or a list of up to four. */
export const stopTexts: FieldCheck = (value, param) => {
  if (typeof value === "string") return;
  if (!Array.isArray(value)) throw wrongType(param, "one of a string or array of strings", value);
  if (value.length > 4) throw longArray(param, 4, value.length);
  value.forEach((text, index) => aString()(text, `${param}[${index}]`));
};

/** Requires what `stream_options` may hold. */
export const streamOptions: FieldCheck = (value, param, mode) => {
  anObject(value, param);
  const options = value as JsonObject;
  for (const name of Object.keys(options)) {
    if (name !== "include_usage" && name !== "include_obfuscation") {
      if (mode === "accept") continue;
      throw unknownParam(`${param}.${name}`);
    }
    if (options[name] !== null) aBoolean(options[name], `${param}.${name}`);
  }
};

/** Requires that `stream_options` stands only beside `stream: true`. */
export function requireStream(body: JsonObject): void {
  const { stream, stream_options: options } = body;
  if (options === undefined || options === null || stream === true) return;
  throw invalid(
    "The 'stream_options' parameter is only allowed when 'stream' is enabled.",
    "stream_options",
  );
}
