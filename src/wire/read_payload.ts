import type { SseEvent } from "../sse/sse_event.ts";
import { isObject, parsePayload, providerError, stringOf } from "./json.ts";
import type { JsonObject } from "./json.ts";

/**
 * Parses the payload of a frame, unless the frame reports a failure of the provider: named `error`
 * by its event or its `type`, or with an `error` member, whatever else it holds. Providers write the
 * error beside the `type` or within the `error` member, and proxies write mere text.
 *
 * @param frame The frame.
 * @returns The object, or `undefined` for a frame that carries nothing.
 * @throws {ModelError} `PROVIDER` and its kin for a failure; `INCOMPLETE` for a cut payload,
 * `STREAM_PROTOCOL` for one that is no object.
 */
export function readPayload(frame: SseEvent): JsonObject | undefined {
  refuseNamedError(frame);
  const payload = parsePayload(frame);
  if (payload) refuseError(payload);
  return payload;
}

/**
 * Refuses a frame whose event is named `error`, whatever its data is.
 *
 * @throws {ModelError} `PROVIDER` and its kin.
 */
export function refuseNamedError(frame: SseEvent): void {
  if (frame.event !== "error") return;
  let payload: unknown = frame.data;
  try {
    payload = JSON.parse(frame.data);
  } catch {
    // A mere text is what it says.
  }
  if (isObject(payload)) refuseError(payload);
  throw providerError(payload);
}

function refuseError(payload: JsonObject): void {
  const { error, type } = payload;
  // What a field that is always there says when there is no error.
  const isNone = error === undefined || error === null || error === false || error === "";
  if (isNone && type !== "error") return;
  const requestId = stringOf(payload.request_id) || undefined;
  throw providerError(isNone ? payload : error, { requestId });
}
