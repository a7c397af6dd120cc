import type { JsonObject } from "../../../../wire/json.ts";
import type { Answer } from "../../../result/answer.ts";
import { tokenLogprobs } from "../../token_logprobs.ts";
import { endMembers } from "./end_members.ts";
import { isoTime } from "./line_writer.ts";
import { ollamaLogprob, topLogprobs } from "./log_probs.ts";
import { saidIn } from "./said.ts";
import type { Said } from "./said.ts";

/**
 * Gives the body of an answer that is not streamed.
 *
 * @param answer The answer.
 * @param members Gives the members in which an endpoint has what was said.
 */
export function wholeAnswer(
  answer: Answer,
  members: (said: readonly Said[]) => JsonObject,
): JsonObject {
  const said = saidIn(answer);
  const top = topLogprobs(answer);
  const logprobs = top === undefined ? {} : {
    logprobs: said.flatMap((one) =>
      one.type === "content" ? tokenLogprobs(one.text, top).map(ollamaLogprob) : []
    ),
  };
  return {
    model: answer.model,
    created_at: isoTime(answer.now()),
    ...members(said),
    ...endMembers(answer),
    ...logprobs,
  };
}
