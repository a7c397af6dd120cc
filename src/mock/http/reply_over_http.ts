import { MockError } from "../mock_error.ts";
import type { ModelCalls } from "../calls/model_calls.ts";
import type { Reply } from "../rules/reply.ts";
import type { TurnCall } from "../calls/turn_call.ts";
import { UnmatchedProblem } from "./unmatched.ts";

/**
 * Takes the reply whose turn it is. A client must not try a request again that no rule is for.
 *
 * @param calls The calls of the model.
 * @param call The call.
 * @throws {UnmatchedProblem} If there is none.
 */
export function replyOverHttp(calls: ModelCalls, call: TurnCall): Reply {
  try {
    return calls.reply(call);
  } catch (error) {
    if (!(error instanceof MockError)) throw error;
    call.record.change({ status: 400, retryable: false });
    throw new UnmatchedProblem(error);
  }
}
