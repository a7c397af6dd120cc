import type { HeaderList } from "../header_list.ts";
import { askedByBody } from "./hint_body.ts";
import { type ErrorBody, readErrorText } from "./error_body.ts";
import { askedByHeaders, resetByHeaders } from "./hint_headers.ts";

/**
 * Reads how long a provider asks to wait. What is meant as an answer to that question goes before what is not:
 * `retry-after-ms` and `retry-after`, then the body, then the times when used up quotas begin anew, which are when
 * they are whole again. What cannot be read by a strict grammar is ignored.
 *
 * @param headers The headers of the answer.
 * @param body Its body, or the beginning of it.
 * @param nowMs The time now, in milliseconds since 1970.
 * @returns Whole milliseconds, not negative; `undefined` if it does not ask.
 */
export function retryHintMs(headers: HeaderList, body: string, nowMs: number): number | undefined {
  return retryHintOf(headers, readErrorText(body), nowMs);
}

/** Does what `retryHintMs()` does, with a body that was read already. */
export function retryHintOf(
  headers: HeaderList,
  error: ErrorBody,
  nowMs: number,
): number | undefined {
  return askedByHeaders(headers, nowMs) ?? askedByBody(error, nowMs) ??
    resetByHeaders(headers, nowMs);
}
