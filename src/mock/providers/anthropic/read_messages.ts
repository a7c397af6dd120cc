import type { JsonObject } from "../../../wire/json.ts";
import type { HttpCall } from "../../http/http_call.ts";
import type { Ask } from "../../request/ask.ts";
import { adoptRequest } from "../../request/snapshot_request.ts";
import type { ReadContext } from "../read_context.ts";
import { checkRequest } from "./check_request.ts";
import { fitAnswer } from "./fit_answer.ts";
import { neutralRequest, stopTexts, textForm } from "./neutral_request.ts";
import { toolsOf } from "./tool_changes.ts";
import { usesBetas } from "./versions.ts";

/**
 * Reads a request of Messages, and refuses what Anthropic refuses.
 *
 * @param call The request.
 * @param body Its body.
 * @param context What it is read with.
 * @throws {ProviderProblem} If Anthropic would refuse it.
 */
export function readMessages(call: HttpCall, body: JsonObject, context: ReadContext): Ask {
  const whole = checkRequest(call, body, false, context);
  const tools = toolsOf(whole);
  return {
    surface: "anthropic-messages",
    request: adoptRequest(neutralRequest(whole)),
    body,
    framing: body.stream === true ? "sse" : undefined,
    count: 1,
    maxTokens: body.max_tokens as number,
    stop: stopTexts(body),
    form: textForm(body),
    isTrial: usesBetas(call),
    fit: (choice) => fitAnswer(choice, body, tools),
  };
}
