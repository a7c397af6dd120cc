import type { JsonObject } from "../../../wire/json.ts";
import type { TextBlock } from "../../result/answer_choice.ts";
import type { ResultCitation } from "../../result/model_result.ts";

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
 * @param newIndex Makes what stands for a source found in the web, of its place among the sources.
 */
export function citedTexts(
  { text, citations }: TextBlock,
  newIndex: (place: number) => string,
): readonly CitedText[] {
  if (citations.length === 0) return [{ text, citations: [] }];
  const cited = citations.map((citation) => ({ citation, ...bounds(citation, text.length) }));
  const cuts = [...new Set([0, text.length, ...cited.flatMap(({ start, end }) => [start, end])])]
    .sort((one, other) => one - other);
  // A text that is empty is a block all the same, as sources may stand in it.
  if (cuts.length === 1) cuts.push(0);
  return cuts.slice(1).map((to, index) => {
    const from = cuts[index]!;
    return {
      text: text.slice(from, to),
      citations: cited.flatMap(({ citation, start, end }, place) =>
        start <= from && to <= end
          ? [location(citation, text.slice(start, end), newIndex(place))]
          : []
      ),
    };
  });
}

/** Where a source belongs; to the whole text if no words of it are told. */
function bounds({ start = 0, end }: ResultCitation, length: number): Omit<Cited, "citation"> {
  const last = Math.min(end ?? length, length);
  return start < last ? { start, end: last } : { start: 0, end: length };
}

function location(citation: ResultCitation, text: string, index: string): JsonObject {
  const { url, title = null, text: words = text } = citation;
  return url === undefined
    ? {
      type: "char_location",
      cited_text: words,
      document_index: 0,
      document_title: title,
      start_char_index: 0,
      end_char_index: words.length,
      file_id: null,
    }
    : {
      type: "web_search_result_location",
      cited_text: words,
      url,
      title,
      encrypted_index: index,
    };
}
