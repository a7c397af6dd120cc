import type { FailureKind } from "../failure/failure.ts";
import { retryAfter } from "./error_answer.ts";
import type { FailedAttemptRecord } from "./outcome_of.ts";
import type { Bytes } from "../../bytes.ts";

/** The failures that speak of our account with an upstream, and not to the client. */
const OURS: ReadonlySet<FailureKind> = new Set(["auth", "quota"]);

/** The answer of an upstream as it gave it. */
export interface VerbatimAnswer {
  /** Its status. */
  readonly status: number;
  /** Its headers. */
  readonly headers: Readonly<Record<string, string>>;
  /** Its body. */
  readonly body: Bytes;
}

/**
 * Gives the upstream's own words to the client, where they are all there is to say: those of the only one that was
 * asked, or those on a request that no other would take either.
 *
 * When to come back is told as well, capped as in every other answer.
 *
 * @param failed The attempts.
 * @param maxRetryAfterMs The longest `Retry-After`, in milliseconds.
 */
export function verbatimAnswer(
  failed: readonly FailedAttemptRecord[],
  maxRetryAfterMs: number,
): VerbatimAnswer | undefined {
  const last = failed.at(-1);
  if (last?.failure.answer === undefined || OURS.has(last.failure.kind)) return undefined;
  if (last.failure.failover && failed.length > 1) return undefined;
  const { status, contentType, body } = last.failure.answer;
  const headers = {
    ...(contentType !== undefined && { "content-type": contentType }),
    ...(last.waitMs !== undefined && { "retry-after": retryAfter(last.waitMs, maxRetryAfterMs) }),
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  };
  return { status, headers, body };
}
