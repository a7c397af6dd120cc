import type { JsonObject } from "../../wire/json.ts";
import { toBytes } from "../../bytes.ts";
import { hashText } from "../random.ts";
import { countTokens, splitTokens } from "../tokens/split_tokens.ts";
import { invalid } from "./problem.ts";

/** A token, and how likely it and others were in its place. */
export interface TokenLogprob {
  /** The token. */
  readonly token: string;
  /** The natural logarithm of its probability. */
  readonly logprob: number;
  /** It and the next likely ones, the likeliest first. */
  readonly top: readonly { readonly token: string; readonly logprob: number }[];
}

/** What is likely in any place. */
const OTHERS: readonly string[] = [
  ..." the| a|,|.| of| and| to| in|\n| is| that| for|:| it| with| as|!| on| be|?| this".split("|"),
];

/** How many numbers a response that is not streamed may tell: more would not fit into one text of JSON. */
const MAX_NUMBERS = 2_000_000;

/**
 * Makes sure that the numbers of texts fit into one response.
 *
 * @param texts The texts.
 * @param top How many tokens are told for each place.
 * @throws {ProviderProblem} If they do not.
 */
export function requireTellable(texts: readonly string[], top: number): void {
  const chars = texts.reduce((sum, text) => sum + text.length, 0);
  if (chars * (top + 1) <= MAX_NUMBERS) return;
  const tokens = texts.reduce((sum, text) => sum + countTokens(text), 0);
  if (tokens * (top + 1) <= MAX_NUMBERS) return;
  throw invalid(
    `The mock tells at most ${MAX_NUMBERS} probabilities in one response, and this would be ${tokens} tokens ` +
      `with ${top + 1} each: stream it, or ask for fewer`,
    undefined,
    { code: "mock_too_many_logprobs" },
  );
}

/**
 * Makes up how likely each token of a text was: decided by the token and its place alone, so that an answer
 * has the same numbers streamed and whole. The chosen one is always the likeliest, and no sum passes 1.
 *
 * @param text The text.
 * @param top How many tokens are told for each place.
 * @throws {ProviderProblem} If they are too many for one response.
 */
export function tokenLogprobs(text: string, top: number): readonly TokenLogprob[] {
  requireTellable([text], top);
  return splitTokens(text).map((token, place) => tokenLogprob(token, place, top));
}

function tokenLogprob(token: string, place: number, top: number): TokenLogprob {
  const chosen = 0.5 + 0.4999 * (hashText(`${place}:${token}`) / 2 ** 32);
  const others = OTHERS.filter((other) => other !== token).slice(0, Math.max(0, top - 1));
  const logprob = rounded(chosen);
  return {
    token,
    logprob,
    top: top === 0 ? [] : [
      { token, logprob },
      ...others.map((other, rank) => ({
        token: other,
        logprob: rounded((1 - chosen) / 2 ** (rank + 1)),
      })),
    ],
  };
}

function rounded(probability: number): number {
  return Number(Math.log(probability).toFixed(8));
}

/** Gives a token's entry as chat completions and Responses have it. */
export function logprobObject({ token, logprob, top }: TokenLogprob): JsonObject {
  return {
    ...entry(token, logprob),
    top_logprobs: top.map((one) => entry(one.token, one.logprob)),
  };
}

function entry(token: string, logprob: number): JsonObject {
  return { token, logprob, bytes: [...toBytes(token)] };
}

/** Hands out the entries of a text's tokens, each with the piece of the text in which the token ends. */
export class LogprobCursor {
  readonly #tokens: readonly string[];
  readonly #top: number;
  #next = 0;
  #given = 0;
  #ended = 0;

  /**
   * @param text The text.
   * @param top How many tokens are told for each place.
   */
  constructor(text: string, top: number) {
    this.#tokens = splitTokens(text);
    this.#top = top;
  }

  /** Makes the entries of the tokens that end in the next piece: a stream needs no others yet. */
  take(piece: string): readonly TokenLogprob[] {
    this.#given += piece.length;
    const first = this.#next;
    for (; this.#next < this.#tokens.length; this.#next++) {
      const end = this.#ended + this.#tokens[this.#next]!.length;
      if (end > this.#given) break;
      this.#ended = end;
    }
    return this.#tokens.slice(first, this.#next)
      .map((token, index) => tokenLogprob(token, first + index, this.#top));
  }
}
