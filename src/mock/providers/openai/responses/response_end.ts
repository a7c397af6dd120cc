import { RESPONSES_FINISH_MAP } from "../../../../wire/openai_responses/finish_map.ts";
import type { JsonObject } from "../../../../wire/json.ts";
import { wordFor } from "../../word_for.ts";
import type { ResponseState } from "./response_object.ts";

/** How a response ends. */
export type ResponseEnd = Pick<ResponseState, "status" | "incompleteReason" | "error">;

/** What OpenAI says of a response that failed without a reason it would tell. */
const FAILED: JsonObject = {
  code: "server_error",
  message: "An error occurred while processing your request. You can retry your request.",
};

/**
 * Gives the end of a response: completed, or one of the others for which the wire has a status. Any other
 * word is the reason of an incomplete one.
 *
 * @param reason Why the turn ended: a neutral reason, or a word of the wire.
 */
export function responseEnd(reason: string): ResponseEnd {
  const word = reason === "tool_use" ? "completed" : wordFor(RESPONSES_FINISH_MAP, reason);
  switch (word) {
    case "completed":
    case "cancelled":
      return { status: word };
    case "failed":
      return { status: "failed", error: FAILED };
    default:
      return { status: "incomplete", incompleteReason: word };
  }
}
