import type { ProviderProblem } from "../problem.ts";
import { invalid } from "../problem.ts";

/** Refuses a request that lacks a member. */
export function missing(param: string): ProviderProblem {
  return invalid(`Missing required parameter: '${param}'.`, param, {
    code: "missing_required_parameter",
  });
}

/**
 * Refuses a value of the wrong type.
 *
 * @param param Where it stands.
 * @param expected The type, with its article.
 * @param value The value.
 */
export function wrongType(param: string, expected: string, value: unknown): ProviderProblem {
  return invalid(
    `Invalid type for '${param}': expected ${expected}, but got ${kindOf(value)} instead.`,
    param,
    { code: "invalid_type" },
  );
}

/** Refuses a word that is none of those there are. */
export function wrongWord(param: string, word: string, words: readonly string[]): ProviderProblem {
  return invalid(
    `Invalid value: '${word}'. Supported values are: ${listed(words, "and")}.`,
    param,
    { code: "invalid_value" },
  );
}

/** Refuses a member that there is not. */
export function unknownParam(param: string): ProviderProblem {
  return invalid(`Unknown parameter: '${param}'.`, param, { code: "unknown_parameter" });
}

/** Refuses a list that is empty. */
export function emptyArray(param: string): ProviderProblem {
  return invalid(
    `Invalid '${param}': empty array. Expected an array with minimum length 1, but got an empty array instead.`,
    param,
    { code: "empty_array" },
  );
}

/** Refuses a list that is too long. */
export function longArray(param: string, most: number, length: number): ProviderProblem {
  return invalid(
    `Invalid '${param}': array too long. Expected an array with maximum length ${most}, but got an array with length ${length} instead.`,
    param,
    { code: "array_above_max_length" },
  );
}

/** Refuses a text that is too long. */
export function longText(param: string, most: number, length: number): ProviderProblem {
  return invalid(
    `Invalid '${param}': string too long. Expected a string with maximum length ${most}, but got a string with length ${length} instead.`,
    param,
    { code: "string_above_max_length" },
  );
}

/** Refuses a text that is empty. */
export function emptyText(param: string): ProviderProblem {
  return invalid(
    `Invalid '${param}': empty string. Expected a string with minimum length 1, but got an empty string instead.`,
    param,
    { code: "empty_string" },
  );
}

/** Puts quotes around words and commas between them: `'a', 'b', and 'c'`. */
export function listed(words: readonly string[], last: "and" | "or"): string {
  const quoted = words.map((word) => `'${word}'`);
  if (quoted.length < 3) return quoted.join(` ${last} `);
  return `${quoted.slice(0, -1).join(", ")}, ${last} ${quoted.at(-1)}`;
}

/** Says what a value is, with its article. */
export function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return value.length === 0 ? "an empty array" : "an array";
  switch (typeof value) {
    case "string":
      return "a string";
    case "number":
      return Number.isInteger(value) ? "an integer" : "a decimal number";
    case "boolean":
      return "a boolean";
    default:
      return "an object";
  }
}
