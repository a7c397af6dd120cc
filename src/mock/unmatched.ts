import type { MockError } from "./mock_error.ts";
import { ProviderProblem } from "./providers/problem.ts";

/** Refuses a request that no rule is for, in the provider's form. */
export class UnmatchedProblem extends ProviderProblem {
  /** @param error The report. */
  constructor(error: MockError) {
    super({
      kind: "invalid_request",
      status: 400,
      message: error.message,
      code: error.code.toLowerCase(),
    });
  }
}

/** Marks a response that says so, and keeps clients from trying again. */
export function unmatched(response: Response): Response {
  response.headers.set("x-should-retry", "false");
  response.headers.set("x-mock-unmatched", "1");
  return response;
}
