import { ModelError } from "../errors.ts";
import type { Clock } from "../clock.ts";
import type { ModelErrorCode } from "../errors.ts";
import { printable } from "../printable.ts";
import { quote } from "../wire/json.ts";
import { problemOf } from "./provider_problem.ts";
import type { ProviderProblem } from "./provider_problem.ts";
import { isQuota } from "./quota.ts";
import { readExcerpt } from "./read_excerpt.ts";
import { requestIdOf } from "./request_id.ts";
import { retryAfterMs, retryInfoMs } from "./retry_after.ts";

/** What the judgement of a failure needs. */
export interface HttpFailureOptions {
  /** Ends the reading of the body. */
  readonly signal: AbortSignal;
  /** Where the time comes from: when to try again, and how long the body may take. */
  readonly clock: Clock;
}

/**
 * Classifies an answer whose status is no success: `QUOTA`, `RATE_LIMITED` or `STATUS`.
 *
 * @param response The answer. The beginning of its body is read, for a short time, and the rest
 * cancelled; that of a redirect says nothing and is cancelled unread.
 * @param options What it takes.
 */
export async function httpFailure(
  response: Response,
  options: HttpFailureOptions,
): Promise<ModelError> {
  const { status, headers } = response;
  const nowMs = options.clock.now();
  if (isRedirect(response)) response.body?.cancel().catch(() => {});
  const text = isRedirect(response) ? "" : await readExcerpt(response.body, options);
  const problem = problemOf(text);
  return new ModelError(codeOf(status, problem), messageOf(response, text, problem), {
    status,
    retryAfterMs: retryAfterMs(headers, nowMs) ?? retryInfoMs(problem?.details ?? []),
    requestId: requestIdOf(headers) ?? problem?.requestId,
  });
}

function isRedirect({ status, type }: Response): boolean {
  // A browser hides where it leads, and even its status.
  return type === "opaqueredirect" || (status >= 300 && status < 400);
}

function codeOf(status: number, problem: ProviderProblem | undefined): ModelErrorCode {
  if (isQuota(status, problem)) return "QUOTA";
  return status === 429 ? "RATE_LIMITED" : "STATUS";
}

function messageOf(
  response: Response,
  text: string,
  problem: ProviderProblem | undefined,
): string {
  const { status } = response;
  if (isRedirect(response)) {
    const location = response.headers.get("location") ?? "";
    return `The provider answered ${status}, a redirect to ${quote(location)}: ` +
      "set 'baseUrl' to where the API is, as a redirect is never followed";
  }
  const detail = problem
    ? printable(problem.message)
    : (text.trim() === "" ? "" : quote(text.trim()));
  return `The provider answered ${status}${detail === "" ? "" : `: ${detail}`}`;
}
