import { arrayOf, isObject } from "../../../../wire/json.ts";
import type { JsonObject } from "../../../../wire/json.ts";
import { utf8Length } from "../../../../utf8_length.ts";
import type { Answer } from "../../../result/answer.ts";
import type { AnswerChoice } from "../../../result/answer_choice.ts";

/** The tools whose sources are told as grounding. */
const SEARCHES: readonly string[] = [
  "googleSearch",
  "googleSearchRetrieval",
  "enterpriseWebSearch",
  "googleMaps",
  "urlContext",
  "fileSearch",
  "retrieval",
];

/** A source, and the bytes of the answer's text that it belongs to. */
interface Source {
  readonly uri: string;
  readonly title: string;
  readonly startIndex: number;
  readonly endIndex: number;
  /** That part of the answer's text. */
  readonly text: string;
}

/**
 * Gives the sources of a candidate: as grounding if the request offers a search, else as citations.
 *
 * @param answer The answer.
 * @param choice The choice.
 * @param isVertex Whether Vertex AI tells them, which has other names.
 */
export function sourceMembers(answer: Answer, choice: AnswerChoice, isVertex: boolean): JsonObject {
  const sources = sourcesOf(choice);
  if (sources.length === 0) return {};
  const searches = arrayOf(answer.ask.request.tools).some((tool) =>
    isObject(tool) && SEARCHES.some((name) => tool[name] !== undefined)
  );
  if (searches) return { groundingMetadata: grounding(sources) };
  const list = sources.map(({ uri, title, startIndex, endIndex }) => ({
    startIndex,
    endIndex,
    uri,
    ...(isVertex && title !== "" ? { title } : {}),
  }));
  return { citationMetadata: isVertex ? { citations: list } : { citationSources: list } };
}

function sourcesOf({ blocks }: AnswerChoice): readonly Source[] {
  const sources: Source[] = [];
  let offset = 0;
  for (const block of blocks) {
    if (block.type !== "text") continue;
    for (
      const { url = "", title = "", start = 0, end = block.text.length } of block.citations
    ) {
      const cited = block.text.slice(start, end);
      const startIndex = offset + utf8Length(block.text.slice(0, start));
      const endIndex = startIndex + utf8Length(cited);
      sources.push({ uri: url, title, startIndex, endIndex, text: cited });
    }
    offset += utf8Length(block.text);
  }
  return sources;
}

/** Each source is a chunk once, however many places it supports. */
function grounding(sources: readonly Source[]): JsonObject {
  const chunks: { readonly web: { readonly uri: string; readonly title: string } }[] = [];
  const supports = sources.map(({ uri, title, startIndex, endIndex, text }) => {
    let at = chunks.findIndex(({ web }) => web.uri === uri && web.title === title);
    if (at < 0) at = chunks.push({ web: { uri, title } }) - 1;
    const segment = { ...(startIndex === 0 ? {} : { startIndex }), endIndex, text };
    return { segment, groundingChunkIndices: [at] };
  });
  return { groundingChunks: chunks, groundingSupports: supports };
}
