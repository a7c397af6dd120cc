import { arrayOf, countOf } from "../../../../wire/json.ts";
import type { Ask } from "../../../request/ask.ts";

/**
 * Tells whether a request asks for something that OpenAI leaves out by itself.
 *
 * @param ask The request.
 * @param what What.
 */
export function includes(
  { body }: Pick<Ask, "body">,
  what: "reasoning.encrypted_content" | "message.output_text.logprobs",
): boolean {
  return arrayOf(body.include).includes(what);
}

/**
 * Gives how many likely tokens the answer tells for each place; `undefined` if the request does not want to
 * know how likely they were.
 *
 * @param ask The request.
 */
export function topLogprobs(ask: Pick<Ask, "body">): number | undefined {
  return includes(ask, "message.output_text.logprobs") ? countOf(ask.body.top_logprobs) : undefined;
}
