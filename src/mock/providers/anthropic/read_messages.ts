import type { JsonObject } from "../../../wire/json.ts";
import type { HttpCall } from "../../http/http_call.ts";
import type { Ask } from "../../request/ask.ts";
import { adoptRequest } from "../../request/snapshot_request.ts";
import type { UnknownMembers } from "../unknown_members.ts";
import { checkRequest } from "./check_request.ts";
import { neutralRequest, stopTexts, textForm } from "./neutral_request.ts";

/**
 * Reads a request of Messages, and refuses what Anthropic refuses.
 *
 * @param call The request.
 * @param body Its body.
 * @param mode What happens to members that Anthropic does not have.
 * @throws {ProviderProblem} If Anthropic would refuse it.
 */
export function readMessages(call: HttpCall, body: JsonObject, mode: UnknownMembers): Ask {
  checkRequest(call, body, false, mode);
  return {
    surface: "anthropic-messages",
    request: adoptRequest(neutralRequest(body)),
    body,
    framing: body.stream === true ? "sse" : undefined,
    count: 1,
    maxTokens: body.max_tokens as number,
    stop: stopTexts(body),
    form: textForm(body),
  };
}
