import { isObject } from "../../../../wire/json.ts";
import type { JsonObject } from "../../../../wire/json.ts";
import { hashText } from "../../../random.ts";
import type { Answer } from "../../../result/answer.ts";
import type { TokenLogprob } from "../../token_logprobs.ts";

/** How many tokens Gemini's models know, about. */
const VOCABULARY = 256_000;

/**
 * Tells how many likely tokens are to be told for each place; `undefined` if none are asked for.
 *
 * @param answer The answer.
 */
export function topLogprobs({ ask: { request } }: Answer): number | undefined {
  const { generationConfig: config } = request;
  if (!isObject(config) || config.responseLogprobs !== true) return undefined;
  return typeof config.logprobs === "number" ? config.logprobs : 0;
}

/**
 * Gives how likely tokens were.
 *
 * @param entries The tokens.
 */
export function logprobsResult(entries: readonly TokenLogprob[]): JsonObject {
  return {
    topCandidates: entries.map(({ top, token, logprob }) => ({
      candidates: (top.length === 0 ? [{ token, logprob }] : top).map(candidate),
    })),
    chosenCandidates: entries.map(candidate),
  };
}

/**
 * Gives how likely tokens were on average.
 *
 * @param entries The tokens.
 */
export function averageLogprob(entries: readonly TokenLogprob[]): number {
  const sum = entries.reduce((total, { logprob }) => total + logprob, 0);
  return entries.length === 0 ? 0 : sum / entries.length;
}

function candidate({ token, logprob }: Pick<TokenLogprob, "token" | "logprob">): JsonObject {
  return { token, tokenId: hashText(token) % VOCABULARY, logProbability: logprob };
}
