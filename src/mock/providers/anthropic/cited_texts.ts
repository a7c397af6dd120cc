import type { JsonObject } from "../../../wire/json.ts";
import type { TextBlock } from "../../result/answer_choice.ts";
import type { ResultCitation } from "../../result/model_result.ts";
import { citationLocation } from "./citation_location.ts";
import type { Source } from "./sources.ts";

/** A piece of a text, with the sources of all of it. */
export interface CitedText {
  /** The piece. */
  readonly text: string;
  /** Its sources, as Anthropic has them. */
  readonly citations: readonly JsonObject[];
}

interface Cited {
  readonly citation: ResultCitation;
  readonly start: number;
  readonly end: number;
}

/**
 * Cuts a text where its sources begin and end: Anthropic tells the sources of whole blocks only.
 *
 * @param block The text and its sources.
 * @param sources What the request has to cite.
 * @param newIndex Makes what stands for a source found in the web, of its place among the sources.
 */
export function citedTexts(
  { text, citations }: TextBlock,
  sources: readonly Source[],
  newIndex: (place: number) => string,
): readonly CitedText[] {
  // A block that says nothing is none: Anthropic itself would refuse it.
  if (text === "") return [];
  if (citations.length === 0) return [{ text, citations: [] }];
  const cited = citations.map((citation) => ({ citation, ...bounds(citation, text.length) }));
  const cuts = [...new Set([0, text.length, ...cited.flatMap(({ start, end }) => [start, end])])]
    .sort((one, other) => one - other);
  return cuts.slice(1).map((to, index) => {
    const from = cuts[index]!;
    return {
      text: text.slice(from, to),
      citations: cited.flatMap(({ citation, start, end }, place) => {
        if (from < start || end < to) return [];
        const words = text.slice(start, end);
        return [citationLocation({ citation, words, newIndex: () => newIndex(place) }, sources)];
      }),
    };
  });
}

/** Where a source belongs; to the whole text if no words of it are told. */
function bounds({ start = 0, end }: ResultCitation, length: number): Omit<Cited, "citation"> {
  const last = Math.min(end ?? length, length);
  return start < last ? { start, end: last } : { start: 0, end: length };
}
