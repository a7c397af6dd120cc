import { retryAfterMs } from "../../adapter/retry_after.ts";
import type { MockRecord } from "./mock_record.ts";

/** The statuses after which the official SDKs try again, besides those from 500 on. */
const RETRYABLE: ReadonlySet<number> = new Set([408, 409, 429]);

/** What a record says about another try. */
export type RetryFacts = Partial<Pick<MockRecord, "retryAfterMs" | "retryable">>;

/**
 * Tells what a response says about another try, as the official SDKs read it; nothing for one that is no
 * failure.
 *
 * @param response The response.
 * @param nowMs The time now, in milliseconds since 1970, to which a date is compared.
 */
export function retryFacts(
  { status, headers }: Response,
  nowMs: number,
): RetryFacts {
  if (status < 400) return {};
  const told = headers.get("x-should-retry");
  const retryable = told === null ? RETRYABLE.has(status) || status >= 500 : told === "true";
  return { retryable, retryAfterMs: retryAfterMs(headers, nowMs) };
}
