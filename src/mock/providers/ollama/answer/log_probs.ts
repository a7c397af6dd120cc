import type { JsonObject } from "../../../../wire/json.ts";
import type { Answer } from "../../../result/answer.ts";
import type { TokenLogprob } from "../../token_logprobs.ts";
import { logprobObject } from "../../token_logprobs.ts";

/**
 * Tells how many likely tokens are to be told for each place; `undefined` if none are asked for.
 *
 * @param answer The answer.
 */
export function topLogprobs({ ask: { request } }: Answer): number | undefined {
  const { logprobs, top_logprobs: top } = request;
  if (logprobs !== true) return undefined;
  return typeof top === "number" ? top : 0;
}

/**
 * Gives a token's entry as Ollama has it: no list of other tokens where none was asked for.
 *
 * @param entry The entry.
 */
export function ollamaLogprob(entry: TokenLogprob): JsonObject {
  const { top_logprobs: top, ...rest } = logprobObject(entry);
  return entry.top.length === 0 ? rest : { ...rest, top_logprobs: top };
}
