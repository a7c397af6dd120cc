import type { JsonObject } from "../../../wire/json.ts";
import { hexChars } from "../hex_chars.ts";
import type { ProblemKind } from "../problem.ts";
import type { Provider } from "../provider.ts";
import { badBody } from "./bad_body.ts";
import type { GeminiProblem } from "./gemini_problem.ts";

interface Kind {
  readonly status: number;
  readonly word: string;
}

/** A wrong key is an invalid argument to the Gemini API, and no failed authentication. */
const KINDS: Readonly<Record<ProblemKind, Kind>> = {
  invalid_request: { status: 400, word: "INVALID_ARGUMENT" },
  authentication: { status: 400, word: "INVALID_ARGUMENT" },
  permission: { status: 403, word: "PERMISSION_DENIED" },
  quota: { status: 429, word: "RESOURCE_EXHAUSTED" },
  not_found: { status: 404, word: "NOT_FOUND" },
  too_large: { status: 413, word: "INVALID_ARGUMENT" },
  rate_limit: { status: 429, word: "RESOURCE_EXHAUSTED" },
  server: { status: 500, word: "INTERNAL" },
  overloaded: { status: 503, word: "UNAVAILABLE" },
  timeout: { status: 504, word: "DEADLINE_EXCEEDED" },
};

const SERVICE = "generativelanguage.googleapis.com";
const RATE_LIMITS_URL = "https://ai.google.dev/gemini-api/docs/rate-limits";

/** How long a client is told to wait where nothing else is said, in milliseconds. */
const DEFAULT_RETRY_MS = 30_000;

/** The Gemini API, and Vertex AI where it is the same. */
export const gemini: Provider = {
  id: "gemini",
  requestId: (seedText) => hexChars(seedText, 16),
  statusOf: (problem) => problem.status ?? KINDS[problem.kind].status,
  problemBody: (problem, _requestId, retryAfterMs) => errorBody(problem, retryAfterMs),
  badBody: (fault) => fault.text === "" ? undefined : badBody(fault),
  headers: () => HEADERS,
};

/** The same where answers are streamed as one JSON array: there an error is the array's only element. */
export const geminiArray: Provider = {
  ...gemini,
  problemBody: (problem, _requestId, retryAfterMs) => [errorBody(problem, retryAfterMs)],
};

const HEADERS: Readonly<Record<string, string>> = Object.freeze({
  "content-type": "application/json; charset=UTF-8",
  "server": "scaffolding on HTTPServer2",
  "server-timing": "gfet4t7; dur=1",
  "vary": "Origin, X-Origin, Referer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "SAMEORIGIN",
  "x-xss-protection": "0",
});

/**
 * Gives the object by which Google tells an error, within a stream as well.
 *
 * @param problem What is wrong.
 * @param retryAfterMs When the client is told to try again, in milliseconds from now.
 */
export function errorBody(problem: GeminiProblem, retryAfterMs?: number): JsonObject {
  const { kind, message, type } = problem;
  const known = KINDS[kind];
  const details = problem.details ?? detailsOf(problem, retryAfterMs);
  return {
    error: {
      code: problem.status ?? known.status,
      message,
      status: type ?? known.word,
      ...(details.length === 0 ? {} : { details }),
    },
  };
}

function detailsOf({ kind, code }: GeminiProblem, retryAfterMs?: number): readonly JsonObject[] {
  const reason = code === undefined ? [] : [errorInfo(code)];
  switch (kind) {
    case "authentication":
      return [errorInfo(code ?? "API_KEY_INVALID")];
    case "quota":
      return [...reason, quotaFailure("PerDay"), help()];
    case "rate_limit":
      return [...reason, quotaFailure("PerMinute"), help(), retryInfo(retryAfterMs)];
    default:
      return reason;
  }
}

function errorInfo(reason: string): JsonObject {
  const metadata = { service: SERVICE };
  return { "@type": typeUrl("ErrorInfo"), reason, domain: "googleapis.com", metadata };
}

function quotaFailure(period: "PerDay" | "PerMinute"): JsonObject {
  return {
    "@type": typeUrl("QuotaFailure"),
    violations: [{
      quotaMetric: `${SERVICE}/generate_content_free_tier_requests`,
      quotaId: `GenerateRequests${period}PerProjectPerModel-FreeTier`,
    }],
  };
}

function help(): JsonObject {
  const links = [{ description: "Learn more about Gemini API quotas", url: RATE_LIMITS_URL }];
  return { "@type": typeUrl("Help"), links };
}

function retryInfo(retryAfterMs: number = DEFAULT_RETRY_MS): JsonObject {
  return { "@type": typeUrl("RetryInfo"), retryDelay: `${Math.max(0, retryAfterMs) / 1000}s` };
}

function typeUrl(name: string): string {
  return `type.googleapis.com/google.rpc.${name}`;
}
