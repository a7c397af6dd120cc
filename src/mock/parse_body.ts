import { isObject, quote } from "../wire/json.ts";
import type { JsonObject } from "../wire/json.ts";
import type { HttpCall } from "./http_call.ts";
import { invalid, ProviderProblem } from "./providers/problem.ts";
import type { ReadCall } from "./read_call.ts";
import { TOO_LARGE } from "../served_request.ts";

/** Refuses a request that is for no endpoint. */
export function unknownUrl({ method, path }: ReadCall): ProviderProblem {
  const message = `Unknown request URL: ${method} ${path}. The mock serves no such endpoint.`;
  return new ProviderProblem({ kind: "not_found", message, code: "unknown_url" });
}

/**
 * Takes a call whose body was read.
 *
 * @throws {ProviderProblem} If the body was too large.
 */
export function withBody(call: ReadCall): HttpCall {
  if (hasBody(call)) return call;
  throw new ProviderProblem({ kind: "too_large", message: "The body of the request is too large" });
}

/** Tells whether the body of a call was read. */
export function hasBody(call: ReadCall): call is HttpCall {
  return call.body !== TOO_LARGE;
}

/**
 * Parses the body of a call; that of one which has none is an empty object.
 *
 * @throws {ProviderProblem} If it is no JSON object.
 */
export function parseBody({ body }: HttpCall): JsonObject {
  if (body === "") return {};
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    throw invalid(`The body of the request is not JSON: ${quote(body)}`);
  }
  if (isObject(value)) return value;
  throw invalid("The body of the request must be a JSON object");
}
