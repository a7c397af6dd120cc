import type { JsonObject } from "../../../../wire/json.ts";
import { tokensRead } from "../../../../turn/usage.ts";
import type { AnswerUsage } from "../../../result/answer.ts";

/**
 * Gives the tokens as Gemini tells them: those of thoughts stand beside those of the candidates.
 *
 * @param usage The tokens.
 */
export function usageMetadata(usage: AnswerUsage): JsonObject {
  const prompt = tokensRead(usage);
  const { output, reasoning, cacheRead } = usage;
  const written = output - reasoning;
  return {
    promptTokenCount: prompt,
    ...(written === 0 ? {} : { candidatesTokenCount: written }),
    totalTokenCount: prompt + output,
    ...(reasoning === 0 ? {} : { thoughtsTokenCount: reasoning }),
    ...constantMembers(prompt, cacheRead),
  };
}

function constantMembers(prompt: number, cacheRead: number): JsonObject {
  const promptTokensDetails = details(prompt);
  return cacheRead === 0 ? { promptTokensDetails } : {
    cachedContentTokenCount: cacheRead,
    promptTokensDetails,
    cacheTokensDetails: details(cacheRead),
  };
}

function details(tokenCount: number): readonly JsonObject[] {
  return [{ modality: "TEXT", tokenCount }];
}

/** The tokens so far of an answer that is streamed; no count passes that of the whole answer. */
export class RunningUsage {
  readonly #usage: AnswerUsage;
  readonly #prompt: number;
  readonly #head: string;
  readonly #tail: string;
  #written = 0;
  #thought = 0;

  /** @param usage The tokens of the whole answer. */
  constructor(usage: AnswerUsage) {
    this.#usage = usage;
    this.#prompt = tokensRead(usage);
    this.#head = `,"usageMetadata":{"promptTokenCount":${this.#prompt}`;
    this.#tail = `,${JSON.stringify(constantMembers(this.#prompt, usage.cacheRead)).slice(1)}`;
  }

  /** Adds the tokens of a chunk. */
  add(tokens: number, isThought: boolean): void {
    const { output, reasoning } = this.#usage;
    if (isThought) this.#thought = Math.min(this.#thought + tokens, reasoning);
    else this.#written = Math.min(this.#written + tokens, output - reasoning);
  }

  /** Goes to the tokens of the whole answer. */
  end(): void {
    const { output, reasoning } = this.#usage;
    this.#thought = reasoning;
    this.#written = output - reasoning;
  }

  /** The JSON text of the member that tells the tokens so far, with a comma before it. */
  get text(): string {
    const written = this.#written === 0 ? "" : `,"candidatesTokenCount":${this.#written}`;
    const thought = this.#thought === 0 ? "" : `,"thoughtsTokenCount":${this.#thought}`;
    const total = this.#prompt + this.#written + this.#thought;
    return `${this.#head}${written},"totalTokenCount":${total}${thought}${this.#tail}`;
  }
}
