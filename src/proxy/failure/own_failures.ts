import type { Failure } from "./failure.ts";
import { failureOf } from "./meaning.ts";

/** The stream ended before its turn did. */
export function cutFailure(): Failure {
  return failureOf("cut", "The stream ended before the turn did");
}

/** The answer says nothing at all. */
export function emptyFailure(): Failure {
  return failureOf("empty", "The answer is empty");
}

/** What came is no answer of this API. */
export function protocolFailure(message: string): Failure {
  return failureOf("protocol", message);
}

/** The answer is larger than the proxy may hold. */
export function tooLargeFailure(message: string): Failure {
  return failureOf("too_large", message);
}

/** The proxy stops, and can wait no longer. */
export function stoppedFailure(): Failure {
  return failureOf("stopped", "The proxy was stopped");
}
