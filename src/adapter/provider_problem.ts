import { arrayOf, isObject, stringOf } from "../wire/json.ts";
import type { JsonObject } from "../wire/json.ts";
import { parsedOrUndefined } from "../wire/json_text.ts";

/** What a provider says went wrong. */
export interface ProviderProblem {
  /** The provider's sentence. */
  readonly message: string;
  /** The object that says so, with the provider's words for the kind of failure. */
  readonly error: JsonObject;
  /** The id of the request, where the body has it. */
  readonly requestId: string | undefined;
  /** Google's typed details. */
  readonly details: readonly JsonObject[];
}

/**
 * Reads the body of a failed answer. Providers wrap it as `{error: {message, type, code}}`,
 * `{error: "text"}`, `{message}` or `{detail}`, Google in an array as well.
 *
 * @param text The body, which may be cut or no JSON at all.
 * @returns What it says; `undefined` if it is no error that can be read.
 */
export function problemOf(text: string): ProviderProblem | undefined {
  const value = parsedOrUndefined(text);
  const outer = Array.isArray(value) ? value[0] : value;
  if (!isObject(outer)) return undefined;
  const inner = isObject(outer.error) ? outer.error : outer;
  const message = stringOf(inner.message) || stringOf(outer.error) || detailOf(outer.detail);
  if (message === "") return undefined;
  return {
    message,
    error: inner,
    requestId: stringOf(outer.request_id) || undefined,
    details: arrayOf(inner.details).filter(isObject),
  };
}

/** FastAPI's form, which Mistral and vLLM answer a bad request with. */
function detailOf(detail: unknown): string {
  if (typeof detail === "string") return detail;
  const parts = arrayOf(detail).map((part) => isObject(part) ? stringOf(part.msg) : "");
  return parts.filter((part) => part !== "").join("; ");
}
