import { ModelError } from "../errors.ts";
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
  /** The time now, in milliseconds since 1970. */
  readonly nowMs: number;
}

/**
 * Classifies an answer whose status is no success: `QUOTA`, `RATE_LIMITED` or `STATUS`.
 *
 * @param response The answer. The beginning of its body is read, the rest cancelled.
 * @param options What it takes.
 */
export async function httpFailure(
  response: Response,
  options: HttpFailureOptions,
): Promise<ModelError> {
  const { status, headers } = response;
  const text = await readExcerpt(response.body, options.signal);
  const problem = problemOf(text);
  return new ModelError(codeOf(status, problem), messageOf(response, text, problem), {
    status,
    retryAfterMs: retryAfterMs(headers, options.nowMs) ?? retryInfoMs(problem?.details ?? []),
    requestId: requestIdOf(headers) ?? problem?.requestId,
  });
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
  const { status, type } = response;
  // A browser hides where it leads, and even its status.
  if (type === "opaqueredirect" || (status >= 300 && status < 400)) {
    const location = response.headers.get("location") ?? "";
    return `The provider answered ${status}, a redirect to ${quote(location)}: ` +
      "set 'baseUrl' to where the API is, as a redirect is never followed";
  }
  const detail = problem
    ? printable(problem.message)
    : (text.trim() === "" ? "" : quote(text.trim()));
  return `The provider answered ${status}${detail === "" ? "" : `: ${detail}`}`;
}
