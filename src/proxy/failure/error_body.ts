import { arrayOf, isObject, type JsonObject, stringOf } from "../../wire/json.ts";
import { parsedOrUndefined } from "../../wire/json_text.ts";

/** What an error says, whatever its shape. */
export interface ErrorBody {
  /** The provider's sentence; `""` if there is none. */
  readonly message: string;
  /** The provider's words for the kind of failure, the most specific first, in lower case. */
  readonly words: readonly string[];
  /** The first of them as the provider spells it. */
  readonly code: string | undefined;
  /** The numbers in places where a status may stand. */
  readonly numbers: readonly number[];
  /** The object that has them; empty if the error is a text. */
  readonly object: JsonObject;
  /** Google's typed details. */
  readonly details: readonly JsonObject[];
}

const NOTHING: JsonObject = {};

/**
 * Reads the body of a failed answer.
 *
 * @param text The body; may be cut, or no JSON at all, and is then the message, unless it is a page.
 */
export function readErrorText(text: string): ErrorBody {
  const value = parsedOrUndefined(text);
  if (typeof value === "object" && value !== null) return readError(value);
  return readError(/^\s*</.test(text) ? "" : text.trim());
}

/**
 * Reads an error: `{error: {message, type, code}}` of OpenAI, Anthropic and Google, that in an array, the inner object
 * alone, `{error: "text"}`, `{message}`, `{detail}`, a Responses API's `{response: {error}}`, or a text.
 *
 * @param value The error.
 */
export function readError(value: unknown): ErrorBody {
  const outer = Array.isArray(value) ? value[0] : value;
  const object = errorOf(outer);
  const words = wordsOf(object);
  const outside = isObject(outer) ? outer : NOTHING;
  return {
    message: messageOf(object, outer),
    words: words.map((word) => word.toLowerCase()),
    code: words[0],
    numbers: [object.code, object.status, object.status_code, object.http_status, outside.status]
      .map(numberOf).filter((code) => code !== undefined),
    object,
    details: arrayOf(object.details).filter(isObject),
  };
}

function errorOf(outer: unknown): JsonObject {
  if (!isObject(outer)) return NOTHING;
  if (isObject(outer.error)) return outer.error;
  if (isObject(outer.response) && isObject(outer.response.error)) return outer.response.error;
  return outer;
}

function messageOf(object: JsonObject, outer: unknown): string {
  if (!isObject(outer)) return stringOf(outer);
  const { detail } = object;
  return stringOf(object.message) || stringOf(outer.error) || stringOf(outer.message) ||
    stringOf(detail) || detailsOf(detail);
}

/** FastAPI's form, which vLLM and Mistral answer a bad request with. */
function detailsOf(detail: unknown): string {
  const parts = arrayOf(detail).map((part) => isObject(part) ? stringOf(part.msg) : "");
  return parts.filter((part) => part !== "").join("; ");
}

function wordsOf(object: JsonObject): readonly string[] {
  const reasons = arrayOf(object.details).map((detail) => isObject(detail) ? detail.reason : "");
  return [object.code, ...reasons, object.type, object.status]
    .map(stringOf)
    .filter((word) => word !== "" && word !== "error" && !/^\d+$/.test(word));
}

function numberOf(value: unknown): number | undefined {
  if (typeof value === "number") return value;
  return typeof value === "string" && /^\d{3}$/.test(value) ? Number(value) : undefined;
}
