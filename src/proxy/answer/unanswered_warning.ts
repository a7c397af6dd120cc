import type { ProxyEvent } from "../ops/proxy_event.ts";

/**
 * Tells that a client got an answer without any text, as all of it was one thought that did not end.
 *
 * @param upstream Whose answer, by id.
 * @param request To which request, by id.
 */
export function unansweredWarning(upstream: string, request: string): ProxyEvent {
  const what = "was one thought without an end, so that its client got no text";
  return { event: "warning", message: `The answer of ${upstream} to request ${request} ${what}` };
}
