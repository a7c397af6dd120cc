import type { SseEvent } from "../sse/sse_event.ts";
import { isObject, stringOf } from "./json.ts";
import type { JsonObject } from "./json.ts";

/** What a provider says of its own failure. */
export interface SaidError {
  /** The error itself: an object, or a text. */
  readonly error: unknown;
  /** The provider's id of the request, if it stands beside the error. */
  readonly requestId: string | undefined;
}

/**
 * Finds the failure in a frame that reports one: named `error` by its event or its `type`, or with an
 * `error` member, whatever else it holds. Providers write the error beside the `type` or within the
 * `error` member, and proxies write mere text.
 *
 * @returns What is said; `undefined` if the frame reports no failure.
 */
export function errorSaid(frame: SseEvent): SaidError | undefined {
  const isNamed = frame.event === "error";
  // Most frames hold no such word, and need not be parsed twice.
  if (!isNamed && !frame.data.includes('"error"')) return undefined;
  let payload: unknown;
  try {
    payload = JSON.parse(frame.data);
  } catch {
    return isNamed ? { error: frame.data, requestId: undefined } : undefined;
  }
  const known = isObject(payload) ? errorIn(payload) : undefined;
  return known ?? (isNamed ? { error: payload, requestId: undefined } : undefined);
}

/**
 * Finds the failure in a payload that is parsed already, as `errorSaid()` does.
 *
 * @returns What is said; `undefined` if the payload reports no failure.
 */
export function errorIn(payload: JsonObject): SaidError | undefined {
  const { error, type } = payload;
  // What a field that is always there says when there is no error.
  const isNone = error === undefined || error === null || error === false || error === "";
  if (isNone && type !== "error") return undefined;
  const requestId = stringOf(payload.request_id) || undefined;
  return { error: isNone ? payload : error, requestId };
}
