import type { JsonObject } from "../../wire/json.ts";
import type { Asked } from "../calls/asked.ts";
import type { ModelCalls } from "../calls/model_calls.ts";
import type { FoundEndpoint } from "../providers/find_endpoint.ts";
import { ProviderProblem } from "../providers/problem.ts";
import type { HttpCall } from "./http_call.ts";
import { parseBody, withBody } from "./parse_body.ts";
import type { ReadCall } from "./read_call.ts";
import { recordRefused } from "./refused_record.ts";

/** A request with its body, as text and parsed. */
export interface ReadBody {
  /** The request. */
  readonly http: HttpCall;
  /** Its body, parsed. */
  readonly body: JsonObject;
}

/**
 * Reads the body of a request, and writes down if that of a request for a turn cannot be read.
 *
 * @param calls The calls of the model.
 * @param found The endpoint.
 * @param call The request.
 * @param asked The request while it is answered.
 * @throws {ProviderProblem} If the body is too large, or the provider would refuse it.
 */
export function readBody(
  calls: ModelCalls,
  { endpoint, params }: FoundEndpoint,
  call: ReadCall,
  asked: Asked,
): ReadBody {
  try {
    const http = withBody(call);
    return { http, body: parseBody(http, endpoint.provider) };
  } catch (error) {
    if ("surface" in endpoint && error instanceof ProviderProblem) {
      const { surface } = endpoint;
      recordRefused(calls, { asked, surface, http: call, body: undefined, params }, error);
    }
    throw error;
  }
}
