import type { JsonObject } from "../../../wire/json.ts";
import type { Answer } from "../../result/answer.ts";
import type { CompletionText } from "./completion_text.ts";
import { LogprobCursor } from "../token_logprobs.ts";

/** Writes how likely the tokens of a completion were, piece by piece. */
export class CompletionLogprobs {
  readonly #cursor: LogprobCursor;
  readonly #top: number;
  readonly #echoed: boolean;
  #offset: number;
  #isFirst = true;

  /**
   * @param text The text.
   * @param top How many tokens are told for each place.
   * @param echoed Whether the text begins with the prompt, before whose first token nothing stands.
   */
  constructor({ prompt, text }: CompletionText, top: number, echoed: boolean) {
    this.#cursor = new LogprobCursor(text, top);
    this.#top = top;
    this.#echoed = echoed && prompt !== "";
    this.#offset = echoed ? 0 : prompt.length;
  }

  /** Gives the numbers of the tokens that end in the next piece. */
  take(piece: string): JsonObject {
    const entries = this.#cursor.take(piece);
    const textOffset = entries.map(({ token }) => {
      const at = this.#offset;
      this.#offset += token.length;
      return at;
    });
    const isUnknown = entries.map(() => {
      const unknown = this.#isFirst && this.#echoed;
      this.#isFirst = false;
      return unknown;
    });
    return {
      tokens: entries.map(({ token }) => token),
      token_logprobs: entries.map(({ logprob }, index) => isUnknown[index] ? null : logprob),
      top_logprobs: this.#top === 0
        ? null
        : entries.map(({ top }, index) =>
          isUnknown[index]
            ? null
            : Object.fromEntries(top.map(({ token, logprob }) => [token, logprob]))
        ),
      text_offset: textOffset,
    };
  }
}

/**
 * Makes the writer of a choice's numbers; `undefined` if the request asks for none.
 *
 * @param answer The answer.
 * @param text The choice's text.
 */
export function completionLogprobs(
  { ask: { request } }: Answer,
  text: CompletionText,
): CompletionLogprobs | undefined {
  const { logprobs, echo } = request;
  if (typeof logprobs !== "number") return undefined;
  return new CompletionLogprobs(text, logprobs, echo === true);
}
