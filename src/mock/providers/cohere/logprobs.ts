import type { JsonObject } from "../../../wire/json.ts";
import { hashText } from "../../random.ts";
import type { TokenLogprob } from "../token_logprobs.ts";

/** How many tokens Cohere's models know. */
const VOCABULARY = 255_000;

/**
 * Tells how likely tokens were, as Cohere does: all that go together in one entry, by number.
 *
 * @param tokens The tokens.
 */
export function logprobItem(tokens: readonly TokenLogprob[]): JsonObject {
  return {
    token_ids: tokens.map(({ token }) => hashText(token) % VOCABULARY),
    text: tokens.map(({ token }) => token).join(""),
    logprobs: tokens.map(({ logprob }) => logprob),
  };
}
