import type { HttpAnswer } from "../../server/http_answer.ts";
import type { FailureKind } from "../failure/failure.ts";

/** How an attempt went, as its client is told. */
export interface AttemptReport {
  /** The upstream, by id. */
  readonly upstream: string;
  /** The status it answered with, or that its error stands for. */
  readonly status: number | undefined;
  /** What kind of failure it was. */
  readonly kind: FailureKind;
  /** One sentence, without secrets. */
  readonly message: string;
  /** How long it took, in milliseconds. */
  readonly ms: number;
}

/** What a client is told of a request that got no answer. */
export interface ErrorReport {
  /** The status. */
  readonly status: number;
  /** The kind of error, a word of OpenAI's where there is one. */
  readonly type: string;
  /** A stable word for it. */
  readonly code: string;
  /** One sentence. */
  readonly message: string;
  /** The member of the request that is at fault. */
  readonly param?: string | null | undefined;
  /** When to come back, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
  /** What was tried. */
  readonly attempts?: readonly AttemptReport[] | undefined;
}

/** In which form errors are told. */
export type ErrorShape = "openai" | "anthropic";

/** How Anthropic names what a status stands for. */
const ANTHROPIC_TYPES: Readonly<Record<number, string>> = {
  400: "invalid_request_error",
  401: "authentication_error",
  403: "permission_error",
  404: "not_found_error",
  413: "request_too_large",
  429: "rate_limit_error",
  503: "overloaded_error",
};

/**
 * Makes the answer to a request that failed: an error of OpenAI's shape, or of Anthropic's on its own path, which lists
 * the attempts.
 *
 * `Retry-After` is capped: some SDKs sleep for as long as it says, be it days. The body has the true time.
 *
 * @param report What to tell.
 * @param options The form, and the longest `Retry-After`.
 */
export function errorAnswer(
  report: ErrorReport,
  { shape, maxRetryAfterMs }: { readonly shape: ErrorShape; readonly maxRetryAfterMs: number },
): HttpAnswer {
  const { status, retryAfterMs } = report;
  const headers: Record<string, string> = {
    "content-type": "application/json",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  };
  if (retryAfterMs !== undefined) {
    headers["retry-after"] = retryAfter(retryAfterMs, maxRetryAfterMs);
  }
  const error = errorOf(report, shape);
  const body = shape === "anthropic" ? { type: "error", error } : { error };
  return { status, headers, body: JSON.stringify(body) };
}

/** The value of a `Retry-After`, which is capped. */
export function retryAfter(ms: number, maxMs: number): string {
  return String(secondsOf(Math.min(ms, maxMs)));
}

function errorOf(report: ErrorReport, shape: ErrorShape): Record<string, unknown> {
  const { status, type, code, message, param = null, retryAfterMs, attempts } = report;
  return {
    type: shape === "anthropic" ? ANTHROPIC_TYPES[status] ?? "api_error" : type,
    message,
    ...(shape === "openai" && { param }),
    code,
    ...(retryAfterMs !== undefined && { retry_after: Math.ceil(retryAfterMs) / 1000 }),
    ...(attempts !== undefined && attempts.length > 0 && { attempts }),
  };
}

/** Whole seconds, one at least: 0 would mean at once. */
export function secondsOf(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1000));
}
