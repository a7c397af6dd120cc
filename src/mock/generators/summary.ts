import { aWhole, membersIn } from "../options/shape.ts";
import type { Generator } from "../rules/reply.ts";

/** Options of `generators.summary()`. */
export interface SummaryOptions {
  /** The most characters (code points) of the summary. @default {200} */
  readonly maxChars?: number | undefined;
  /** How many sentences are kept. @default {1} */
  readonly count?: number | undefined;
}

/**
 * A sentence with the signs that end it: Western ends only before a blank, so that `3.14` and `e.g.x` stay whole;
 * Chinese and Japanese ones anywhere; a line's end in any case. Of a row of Western ends only the first is tried, lest
 * a long one is tried again from each.
 */
const SENTENCE_REGEXP =
  /[^\n]*?(?:(?<![.!?…])[.!?…]+["'”’)\]]*(?=\s|$)|[。！？｡]+["'”’」』）]*|(?=\n)|$)/gu;

const OPTIONS = membersIn({ maxChars: aWhole(0), count: aWhole(0) });

/**
 * Answers with the first sentences of the prompt.
 *
 * @param options How much of it.
 * @throws {TypeError | RangeError} If an option is none.
 */
export function summary(options: SummaryOptions = {}): Generator {
  OPTIONS(options, "options");
  const { maxChars = 200, count = 1 } = options;
  return (_, { prompt }) => cut(sentencesOf(prompt).slice(0, count), maxChars);
}

/** The sentences of a text, each with its ends. */
export function sentencesOf(text: string): readonly string[] {
  return (text.match(SENTENCE_REGEXP) ?? []).map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");
}

/** Sentences of scripts without blanks need none between them. */
function cut(sentences: readonly string[], maxChars: number): string {
  const joined = sentences.reduce((text, sentence) => text + gap(text) + sentence, "");
  return Array.from(joined).slice(0, maxChars).join("");
}

function gap(text: string): string {
  return text === "" || /[。！？｡][”’"'」』）]*$/u.test(text) ? "" : " ";
}
