import type { HttpCall } from "../../http/http_call.ts";
import { invalid } from "../problem.ts";

/** A version of Anthropic's API. */
export type ApiVersion = "2026-10-21" | "2023-06-01" | "2023-01-01";

/** The version that has no sampling and is strict about documents and citations. */
export const NEWEST_VERSION: ApiVersion = "2026-10-21";

const VERSIONS: readonly ApiVersion[] = [NEWEST_VERSION, "2023-06-01", "2023-01-01"];

/**
 * Gives the version of the API that a request is for. A key is not required: the mock takes any.
 *
 * @param call The request.
 * @throws {ProviderProblem} If the header that names it is missing or names no version.
 */
export function requireVersion({ headers }: Pick<HttpCall, "headers">): ApiVersion {
  const name = headers.get("anthropic-version");
  if (name === null || name === "") throw invalid("anthropic-version: header is required");
  const version = VERSIONS.find((one) => one === name);
  if (version !== undefined) return version;
  throw invalid(`anthropic-version: ${JSON.stringify(name)} is not a valid version`);
}

/**
 * Tells whether a request uses what Anthropic offers for trial; then it may have more members.
 *
 * @param call The request.
 */
export function usesBetas({ headers, query }: Pick<HttpCall, "headers" | "query">): boolean {
  return headers.has("anthropic-beta") || query.get("beta") === "true";
}
