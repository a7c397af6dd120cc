import { isObject } from "../../wire/json.ts";
import type { JsonObject } from "../../wire/json.ts";
import { parsedOrUndefined } from "../../wire/json_text.ts";
import { isWithinDepth, SHALLOW_CHARS } from "./depth.ts";
import type { HttpCall } from "./http_call.ts";
import { jsonFault } from "../providers/json_fault.ts";
import { invalid, ProviderProblem } from "../providers/problem.ts";
import type { Provider } from "../providers/provider.ts";
import type { ReadCall } from "./read_call.ts";
import { TOO_LARGE } from "../../server/served_request.ts";

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
 * Parses the body of a call. A call that is no POST has none that counts: it is an empty object.
 *
 * @param call The call.
 * @param provider Who refuses what is no JSON object.
 * @throws {ProviderProblem} If the provider would refuse it.
 */
export function parseBody({ method, body, path }: HttpCall, provider: Provider): JsonObject {
  if (method !== "POST") return {};
  const value = parsedOrUndefined(body);
  if (isObject(value)) {
    if (body.length <= SHALLOW_CHARS || isWithinDepth(value)) return value;
    throw invalid("The body of the request is nested too deeply");
  }
  const fault = value === undefined ? jsonFault(body) : undefined;
  const refusal = provider.badBody({ text: body, fault, value, path });
  if (refusal !== undefined) throw refusal;
  return {};
}
