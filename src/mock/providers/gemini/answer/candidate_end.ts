import type { JsonObject } from "../../../../wire/json.ts";
import { GEMINI_FINISH_MAP } from "../../../../wire/gemini/finish_map.ts";
import type { AnswerChoice } from "../../../result/answer_choice.ts";
import { wordFor } from "../../word_for.ts";
import type { CandidatePlan } from "./planned_parts.ts";

/** The words by which Gemini says that it did not answer a prompt at all. */
const BLOCK_REASONS: ReadonlySet<string> = new Set([
  "SAFETY",
  "OTHER",
  "BLOCKLIST",
  "PROHIBITED_CONTENT",
  "IMAGE_SAFETY",
  "MODEL_ARMOR",
  "JAILBREAK",
]);

/**
 * Gives the word by which Gemini says that it did not answer the prompt: for a result that ends by
 * `"filtered"`, or by one of Gemini's own words for it, and has no content at all, not even an empty text.
 * With content the candidate is what was filtered.
 *
 * @param choice The answer.
 */
export function blockReason({ blocks, reason }: AnswerChoice): string | undefined {
  if (blocks.length > 0) return undefined;
  const word = reason === "filtered" ? "SAFETY" : reason;
  return BLOCK_REASONS.has(word) ? word : undefined;
}

/** The members of a candidate that say why it ended. */
export interface EndMembers extends JsonObject {
  /** Gemini's word for it. */
  readonly finishReason: string;
}

/**
 * Gives the members of a candidate that say why it ended. Gemini has no word for tool use: such a turn stops.
 *
 * @param choice The choice.
 * @param plan Its parts.
 */
export function endMembers({ reason }: AnswerChoice, { malformed }: CandidatePlan): EndMembers {
  if (malformed !== undefined && (reason === "tool_use" || reason === "stop")) {
    const { name, arguments: text } = malformed;
    return {
      finishReason: "MALFORMED_FUNCTION_CALL",
      finishMessage: `Malformed function call: ${name}(${text})`,
    };
  }
  const word = wordFor(GEMINI_FINISH_MAP, reason === "tool_use" ? "stop" : reason);
  return { finishReason: word, ...(word === "SAFETY" ? { safetyRatings: RATINGS } : {}) };
}

/**
 * Tells whether a candidate that ends by a word has nothing but what came before it: Gemini withheld the rest,
 * or there was none to be had.
 *
 * @param word The word.
 */
export function endsWithoutContent(word: string): boolean {
  return word !== "STOP" && GEMINI_FINISH_MAP[word] !== "length";
}

const RATINGS: readonly JsonObject[] = Object.freeze([
  { category: "HARM_CATEGORY_DANGEROUS_CONTENT", probability: "HIGH", blocked: true },
]);
