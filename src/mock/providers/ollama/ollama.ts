import { badBody } from "./bad_body.ts";
import { hexChars } from "../hex_chars.ts";
import type { ProblemKind } from "../problem.ts";
import type { Provider } from "../provider.ts";

const STATUSES: Readonly<Record<ProblemKind, number>> = {
  invalid_request: 400,
  authentication: 401,
  permission: 403,
  quota: 429,
  not_found: 404,
  too_large: 413,
  rate_limit: 429,
  server: 500,
  overloaded: 503,
  timeout: 504,
};

const HEADERS: Readonly<Record<string, string>> = Object.freeze({
  "content-type": "application/json; charset=utf-8",
});

/** Ollama's own API. */
export const ollama: Provider = {
  id: "ollama",
  requestId: (seedText) => hexChars(seedText, 16),
  statusOf: (problem) => problem.status ?? STATUSES[problem.kind],
  problemBody: ({ message }) => ({ error: message }),
  badBody,
  headers: () => HEADERS,
};
