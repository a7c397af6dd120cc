import type { JsonObject } from "../../../wire/json.ts";
import { idChars } from "../../random.ts";
import type { BodyFault } from "../body_fault.ts";
import { DEFAULT_RETRY_MS, remaining, wholeSeconds } from "../limit_use.ts";
import { invalid } from "../problem.ts";
import type { Problem, ProblemKind, ProviderProblem } from "../problem.ts";
import type { HeaderFacts, Provider } from "../provider.ts";

interface Kind {
  readonly status: number;
  readonly type: string;
}

const KINDS: Readonly<Record<ProblemKind, Kind>> = {
  invalid_request: { status: 400, type: "invalid_request_error" },
  authentication: { status: 401, type: "authentication_error" },
  permission: { status: 403, type: "permission_error" },
  quota: { status: 402, type: "billing_error" },
  not_found: { status: 404, type: "not_found_error" },
  too_large: { status: 413, type: "request_too_large" },
  rate_limit: { status: 429, type: "rate_limit_error" },
  server: { status: 500, type: "api_error" },
  overloaded: { status: 529, type: "overloaded_error" },
  timeout: { status: 504, type: "timeout_error" },
};

/** What a minute allows. */
const REQUEST_LIMIT = 10_000;
const INPUT_LIMIT = 2_000_000;
const OUTPUT_LIMIT = 400_000;

const ORGANIZATION = "00000000-0000-4000-8000-000000000000";

/** Anthropic's API. */
export const anthropic: Provider = {
  id: "anthropic",
  requestId: (seedText) => `req_01${idChars(seedText, 22)}`,
  statusOf: (problem) => problem.status ?? KINDS[problem.kind].status,
  problemBody: errorBody,
  badBody,
  headers: (facts) => ({
    "request-id": facts.requestId,
    "anthropic-organization-id": ORGANIZATION,
    ...rateLimits(facts),
  }),
  problemHeaders({ kind }, { nowMs }, retryAfterMs = DEFAULT_RETRY_MS): Record<string, string> {
    if (kind !== "rate_limit") return {};
    return {
      "retry-after": wholeSeconds(retryAfterMs),
      "anthropic-ratelimit-requests-remaining": "0",
      "anthropic-ratelimit-requests-reset": wholeSecond(nowMs + retryAfterMs),
    };
  },
};

/** Anthropic tells the place where a body stops being JSON by its line and column, counted from 1. */
function badBody({ text, fault }: BodyFault): ProviderProblem | undefined {
  if (text === "") return undefined;
  if (fault === undefined) return invalid("Input should be an object");
  const read = [...text.slice(0, fault.at)];
  const line = read.filter((char) => char === "\n").length + 1;
  const column = read.length - read.lastIndexOf("\n");
  const words = fault.at >= text.length
    ? "unexpected end of data"
    : fault.place === "top"
    ? "unexpected content after document"
    : "unexpected character";
  return invalid(
    `The request body is not valid JSON: ${words}: line ${line} column ${column} (char ${read.length})`,
  );
}

/**
 * Gives the object by which Anthropic tells an error, within a stream as well.
 *
 * @param problem What is wrong.
 * @param requestId The id of the request.
 */
export function errorBody(problem: Problem, requestId: string): JsonObject {
  const { message, kind, code } = problem;
  const type = problem.type ?? KINDS[kind].type;
  const details = code === undefined ? {} : { details: { error_code: code } };
  return { type: "error", error: { type, message, ...details }, request_id: requestId };
}

/** The limits, what is left of them, and when what was used will have come back; a cache's tokens are free. */
function rateLimits({ used, nowMs }: HeaderFacts): Record<string, string> {
  const reset = wholeSecond(nowMs + used.resetMs);
  const headers: Record<string, string> = {};
  const add = (name: string, limit: number, count: number) => {
    headers[`anthropic-ratelimit-${name}-limit`] = String(limit);
    headers[`anthropic-ratelimit-${name}-remaining`] = remaining(limit, count);
    headers[`anthropic-ratelimit-${name}-reset`] = reset;
  };
  add("requests", REQUEST_LIMIT, used.requests);
  add("input-tokens", INPUT_LIMIT, used.input);
  add("output-tokens", OUTPUT_LIMIT, used.output);
  add("tokens", INPUT_LIMIT + OUTPUT_LIMIT, used.input + used.output);
  return headers;
}

/** Gives a time in RFC 3339, in whole seconds as Anthropic sends it, never too early. */
function wholeSecond(ms: number): string {
  return new Date(Math.ceil(ms / 1000) * 1000).toISOString().replace(".000Z", "Z");
}
