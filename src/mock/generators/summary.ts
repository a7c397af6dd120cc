import { aWhole, membersIn } from "../options/shape.ts";
import type { Generator } from "../rules/reply.ts";

/** Options of `generators.summary()`. */
export interface SummaryOptions {
  /** The most characters (code points) of the summary. @default {200} */
  readonly maxChars?: number | undefined;
  /** How many sentences are kept. @default {1} */
  readonly count?: number | undefined;
}

/** The signs of Chinese and Japanese, which need no blank after a sentence. */
const SIGN = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]`;
const CLOSING = String.raw`["'”’)\]」』）]*`;

/**
 * A sentence with the signs that end it: Western ends before a blank, so that `3.14` and `e.g.x` stay whole, and those
 * that are no dot also before a sign of Chinese or Japanese; ends of these two anywhere; a line's end in any case. Of a
 * row of Western ends only the first is tried, lest a long one is tried again from each.
 */
const SENTENCE_REGEXP = new RegExp(
  String.raw`[^\n]*?(?:(?<![.!?…])(?:[.!?…]+${CLOSING}(?=\s|$)|[.!?…]*[!?…]${CLOSING}(?=${SIGN}))` +
    String.raw`|[。！？｡]+${CLOSING}|(?=\n)|$)`,
  "gu",
);
const JOINED_END_REGEXP = new RegExp(String.raw`[。！？｡]${CLOSING}$`, "u");
const OTHER_END_REGEXP = new RegExp(String.raw`[!?…]${CLOSING}$`, "u");
const SIGN_REGEXP = new RegExp(`^${SIGN}`, "u");

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

/** The sentences of a text, each with its ends and with the blanks before it. */
function sentencesOf(text: string): readonly string[] {
  return (text.match(SENTENCE_REGEXP) ?? []).filter((sentence) => sentence.trim() !== "");
}

function cut(sentences: readonly string[], maxChars: number): string {
  const joined = sentences.map((sentence, at) => gap(sentences[at - 1], sentence) + sentence.trim())
    .join("");
  return Array.from(joined).slice(0, maxChars).join("");
}

/** Sentences of scripts without blanks need none between them. */
function gap(before: string | undefined, sentence: string): string {
  const isJoined = before === undefined || JOINED_END_REGEXP.test(before) ||
    (OTHER_END_REGEXP.test(before) && SIGN_REGEXP.test(sentence));
  return isJoined ? "" : " ";
}
