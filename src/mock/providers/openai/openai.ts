import type { JsonObject } from "../../../wire/json.ts";
import type { BodyFault } from "../body_fault.ts";
import { DEFAULT_RETRY_MS, remaining, wholeSeconds } from "../limit_use.ts";
import { invalid } from "../problem.ts";
import type { Problem, ProblemKind, ProviderProblem } from "../problem.ts";
import type { HeaderFacts, Provider } from "../provider.ts";
import { kindOf } from "./refusals.ts";
import { goDuration } from "./go_duration.ts";
import { hexChars } from "../hex_chars.ts";

interface Kind {
  readonly status: number;
  readonly type: string;
  readonly code: string | null;
}

const KINDS: Readonly<Record<ProblemKind, Kind>> = {
  invalid_request: { status: 400, type: "invalid_request_error", code: null },
  authentication: { status: 401, type: "invalid_request_error", code: "invalid_api_key" },
  permission: { status: 403, type: "invalid_request_error", code: null },
  quota: { status: 429, type: "insufficient_quota", code: "insufficient_quota" },
  not_found: { status: 404, type: "invalid_request_error", code: "model_not_found" },
  too_large: { status: 413, type: "invalid_request_error", code: null },
  rate_limit: { status: 429, type: "tokens", code: "rate_limit_exceeded" },
  server: { status: 500, type: "server_error", code: null },
  overloaded: { status: 503, type: "service_unavailable_error", code: null },
  timeout: { status: 504, type: "server_error", code: null },
};

const NO_JSON =
  "We could not parse the JSON body of your request. (HINT: This likely means you aren't using your HTTP library correctly. The OpenAI API expects a JSON payload, but what was sent was not valid JSON. If you have trouble figuring out how to fix this, please contact us through our help center at help.openai.com.)";

/** What a minute allows. */
const REQUEST_LIMIT = 10_000;
const TOKEN_LIMIT = 2_000_000;

/** OpenAI's API, and those that follow it. */
export const openAi: Provider = {
  id: "openai",
  requestId: (seedText) => `req_${hexChars(seedText, 32)}`,
  statusOf: (problem) => problem.status ?? KINDS[problem.kind].status,
  problemBody: (problem) => ({ error: errorObject(problem) }),
  badBody,
  headers: (facts) => ({
    "x-request-id": facts.requestId,
    "openai-organization": "mock",
    "openai-processing-ms": "1",
    "openai-version": "2020-10-01",
    ...rateLimits(facts),
  }),
  problemHeaders: (
    { kind, type = KINDS.rate_limit.type },
    _facts,
    retryAfterMs = DEFAULT_RETRY_MS,
  ) =>
    kind !== "rate_limit" ? {} : {
      "retry-after": wholeSeconds(retryAfterMs),
      ...(type === "tokens" || type === "requests"
        ? {
          [`x-ratelimit-remaining-${type}`]: "0",
          [`x-ratelimit-reset-${type}`]: goDuration(retryAfterMs),
        }
        : {}),
    },
};

/** What OpenAI says of JSON that is no object is not known; there the words are the mock's own. */
function badBody({ text, fault, value }: BodyFault): ProviderProblem | undefined {
  if (text === "") return undefined;
  if (fault !== undefined) return invalid(NO_JSON);
  return invalid(`Invalid body: expected an object, but got ${kindOf(value)} instead.`);
}

/** The object by which OpenAI tells an error, within a stream as well. */
export function errorObject(problem: Problem): JsonObject {
  const known = KINDS[problem.kind];
  return {
    message: problem.message,
    type: problem.type ?? known.type,
    param: problem.param ?? null,
    code: problem.code ?? known.code,
  };
}

/** The limits, what is left of them, and when what was used will have come back. */
function rateLimits({ used }: HeaderFacts): Record<string, string> {
  const reset = goDuration(used.resetMs);
  const tokens = used.input + used.cacheRead + used.output;
  return {
    "x-ratelimit-limit-requests": String(REQUEST_LIMIT),
    "x-ratelimit-limit-tokens": String(TOKEN_LIMIT),
    "x-ratelimit-remaining-requests": remaining(REQUEST_LIMIT, used.requests),
    "x-ratelimit-remaining-tokens": remaining(TOKEN_LIMIT, tokens),
    "x-ratelimit-reset-requests": reset,
    "x-ratelimit-reset-tokens": reset,
  };
}
