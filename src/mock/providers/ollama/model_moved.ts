import type { JsonObject } from "../../../wire/json.ts";
import { isoTime } from "./answer/line_writer.ts";
import { isZeroDuration } from "./request/go_field.ts";

/**
 * Gives the answer to a request that says nothing and by that only loads a model, or takes it out of memory if
 * it is to be kept there for no time. It is one object, even where answers are streamed.
 *
 * @param body The request.
 * @param said What the endpoint has in place of an answer's text.
 * @param nowMs The time now, in milliseconds since 1970.
 */
export function modelMoved(body: JsonObject, said: JsonObject, nowMs: number): JsonObject {
  return {
    model: body.model,
    created_at: isoTime(nowMs),
    ...said,
    done: true,
    done_reason: isZeroDuration(body.keep_alive) ? "unload" : "load",
  };
}
