import { MockError } from "../mock_error.ts";
import type { ModelCalls } from "../calls/model_calls.ts";
import { missReport } from "../rules/miss_report.ts";
import type { TurnCall } from "../calls/turn_call.ts";
import { UnmatchedProblem } from "../http/unmatched.ts";
import type { Miss } from "./player.ts";

/**
 * Writes down that neither a rule nor a recording answers a call.
 *
 * @param calls The calls of the model.
 * @param call The call.
 * @param miss Why there is no recording.
 * @returns What refuses it.
 */
export function missedCall(
  calls: ModelCalls,
  call: TurnCall,
  { miss, isExhausted }: Miss,
): UnmatchedProblem {
  const report = missReport(calls.book, call.ask.request, call.facts);
  const code = isExhausted ? "MOCK_EXHAUSTED" : "MOCK_UNMATCHED";
  return refused(calls, call, "unmatched", new MockError(code, `${miss}. ${report}`));
}

/**
 * Writes down that a fault was to happen to a stream whose frames the mock does not make.
 *
 * @param calls The calls of the model.
 * @param call The call.
 * @returns What refuses it.
 */
export function misplacedFault(calls: ModelCalls, call: TurnCall): UnmatchedProblem {
  const message = "A fault was to happen to this call, which no rule answers: a stream that was " +
    "recorded or is forwarded stays as it came. Give the call a rule, or the fault a 'response'";
  return refused(calls, call, "failed", new MockError("MOCK_UNMATCHED", message));
}

/**
 * Writes down that a response that never comes, or that has no body, was to be delivered in some way.
 *
 * @param calls The calls of the model.
 * @param call The call.
 * @returns What refuses it.
 */
export function deliveryOfNothing(calls: ModelCalls, call: TurnCall): UnmatchedProblem {
  const message =
    "A delivery or a fault was meant for this call, whose rule describes a response that never " +
    "comes or has no body: there is nothing that it could happen to";
  return refused(calls, call, "failed", new MockError("MOCK_UNMATCHED", message));
}

function refused(
  { clock }: ModelCalls,
  { record }: TurnCall,
  outcome: "unmatched" | "failed",
  error: MockError,
): UnmatchedProblem {
  record.change({ outcome, status: 400, retryable: false, error, endedMs: clock.now() });
  return new UnmatchedProblem(error);
}
