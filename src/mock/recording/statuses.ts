import type { RecordOutcome } from "../journal/mock_record.ts";
import type { RecordedEnd } from "./cassette.ts";

/** Whether a response with this status has no body. */
export function isBodiless(status: number): boolean {
  return status === 204 || status === 205 || status === 304;
}

/**
 * Tells how a call ended that a real endpoint answered.
 *
 * @param how How the body ended.
 * @param status The HTTP status.
 */
export function outcomeOf(how: RecordedEnd["how"], status: number): RecordOutcome {
  if (how === "abort") return "aborted";
  if (how === "reset") return "failed";
  return status >= 400 ? "fault" : "served";
}
