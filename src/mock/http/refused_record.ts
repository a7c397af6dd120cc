import { arrayOf, isObject, stringOf } from "../../wire/json.ts";
import type { JsonObject } from "../../wire/json.ts";
import type { HttpCall } from "./http_call.ts";
import type { Asked } from "../calls/asked.ts";
import type { ModelCalls } from "../calls/model_calls.ts";
import { unreadRequest } from "../journal/unread_request.ts";
import { pathText } from "../providers/path_text.ts";
import type { ProviderProblem } from "../providers/problem.ts";
import type { Surface } from "../providers/surface.ts";
import type { ModelMessage, ModelRequest } from "../request/model_request.ts";

/** A request that its provider would refuse. */
export interface RefusedRequest {
  /** The request while it is answered. */
  readonly asked: Asked;
  /** The endpoint it came by. */
  readonly surface: Surface;
  /** How it came. */
  readonly http: Pick<HttpCall, "testId">;
  /** Its body, parsed; `undefined` if it could not be. */
  readonly body: JsonObject | undefined;
  /** The named parts of its path, of which one may be the model. */
  readonly params: Readonly<Record<string, string>>;
}

/**
 * Writes down a request that its provider would refuse. It is no call of the model: no rule looks at it.
 *
 * @param calls The calls of the model.
 * @param refused The request.
 * @param error What it is refused with.
 */
export function recordRefused(
  { journal, clock }: ModelCalls,
  { asked, surface, http, body, params }: RefusedRequest,
  error: ProviderProblem,
): void {
  const startedMs = clock.now();
  const model = pathText(params.model ?? params.deployment ?? "");
  const request = body === undefined ? unreadRequest(model) : requestOf(body, model);
  const { id, provider } = surface;
  const name = `refused-${asked.number}`;
  const record = journal.begin({
    name,
    testId: http.testId,
    surface: id,
    request,
    streamed: request.stream,
    startedMs,
  });
  const status = provider.statusOf(error.problem);
  record.change({ outcome: "refused", status, retryable: false, error, endedMs: startedMs });
  asked.records.push(record);
}

/** What of a request is as rules would see it. */
function requestOf(body: JsonObject, model: string): ModelRequest {
  const stream = body.stream === true;
  const messages: readonly ModelMessage[] = arrayOf(body.messages).filter(isObject)
    .map((message) => ({ ...message, role: stringOf(message.role) }) as ModelMessage);
  return Object.freeze({ ...body, model: stringOf(body.model ?? model), messages, stream });
}
