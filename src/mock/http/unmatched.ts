import type { MockError } from "../mock_error.ts";
import { ProviderProblem } from "../providers/problem.ts";

/** Refuses a request that no rule is for, in the provider's form. */
export class UnmatchedProblem extends ProviderProblem {
  /** @param error The report. */
  constructor(error: MockError) {
    const { message, code } = error;
    super({ kind: "invalid_request", status: 400, message, code: code.toLowerCase() }, HEADERS);
  }
}

/** Tells a client that no rule was there for it, and keeps it from trying again. */
const HEADERS: Readonly<Record<string, string>> = {
  "x-should-retry": "false",
  "x-mock-unmatched": "1",
};
