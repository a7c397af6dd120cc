import { hexChars } from "../hex_chars.ts";
import type { BodyFault } from "../body_fault.ts";
import { goJsonWords } from "../go_json_words.ts";
import { remaining } from "../limit_use.ts";
import { invalid } from "../problem.ts";
import type { ProblemKind, ProviderProblem } from "../problem.ts";
import type { HeaderFacts, Provider } from "../provider.ts";

const STATUSES: Readonly<Record<ProblemKind, number>> = {
  invalid_request: 400,
  authentication: 401,
  permission: 403,
  quota: 402,
  not_found: 404,
  too_large: 413,
  rate_limit: 429,
  server: 500,
  overloaded: 503,
  timeout: 504,
};

/** What a month allows. */
const CALL_LIMIT = 10_000;

/** Cohere's API. */
export const cohere: Provider = {
  id: "cohere",
  requestId: uuid,
  statusOf: (problem) => problem.status ?? STATUSES[problem.kind],
  problemBody: ({ message }, requestId) => ({ id: requestId, message }),
  badBody,
  headers: ({ requestId, used }: HeaderFacts) => ({
    "access-control-expose-headers": "X-Debug-Trace-ID",
    "cache-control": "no-cache, no-store, no-transform, must-revalidate, private, max-age=0",
    "x-debug-trace-id": requestId.replaceAll("-", ""),
    "x-endpoint-monthly-call-limit": String(CALL_LIMIT),
    "x-trial-endpoint-call-limit": String(CALL_LIMIT),
    "x-trial-endpoint-call-remaining": remaining(CALL_LIMIT, used.requests),
  }),
};

/** What Cohere says of bodies that are no JSON objects is not known; the words are Go's, in which it is written. */
function badBody({ text, fault }: BodyFault): ProviderProblem | undefined {
  if (text === "") return undefined;
  return invalid(
    `invalid request: ${fault ? goJsonWords(text, fault) : "the body must be a JSON object"}`,
  );
}

/** An id of the form that random ones have, decided by a text. */
function uuid(seedText: string): string {
  const hex = hexChars(seedText, 32);
  const part = (from: number, to: number) => hex.slice(from, to);
  return `${part(0, 8)}-${part(8, 12)}-4${part(13, 16)}-a${part(17, 20)}-${part(20, 32)}`;
}
