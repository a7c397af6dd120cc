import { invalid, type ProviderProblem } from "../providers/problem.ts";

/**
 * Refuses a result that no provider would send.
 *
 * @param what What it does that does not fit the request.
 */
export function conflict(what: string): ProviderProblem {
  return invalid(
    `The mock's result does not fit the request, as it ${what}: no provider would send it. ` +
      "Change the rule's result, or give it 'unchecked: true' to send it as it is",
    undefined,
    { code: "mock_result_conflict" },
  );
}
