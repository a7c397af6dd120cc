import { isObject, stringOf } from "../../../wire/json.ts";
import type { JsonObject } from "../../../wire/json.ts";
import type { ResultCitation } from "../../result/model_result.ts";
import { citedBlocks, isCiting, textOfSource } from "./sources.ts";
import type { Source } from "./sources.ts";

/** What a place in a source is told from. */
export interface Cited {
  /** What the rule says of it. */
  readonly citation: ResultCitation;
  /** The words of the answer it belongs to. */
  readonly words: string;
  /** Makes what stands for a source found in the web. */
  readonly newIndex: () => string;
}

/**
 * Tells where words are from, as Anthropic does: by the kind of the source of the request that the rule means.
 *
 * @param cited What is cited.
 * @param sources What the request has to cite.
 */
export function citationLocation(cited: Cited, sources: readonly Source[]): JsonObject {
  const { citation: { url, title = null, text: words = cited.words }, newIndex } = cited;
  const source = sourceOf(cited.citation, words, sources);
  if (source !== undefined) return placeIn(source, words);
  return url === undefined ? inDocument(words, 0, title, 0) : {
    type: "web_search_result_location",
    cited_text: words,
    url,
    title,
    encrypted_index: newIndex(),
  };
}

/** A source by its address, else by its title, else by the words that are in it. */
function sourceOf(
  { url, title }: ResultCitation,
  words: string,
  sources: readonly Source[],
): Source | undefined {
  const citing = sources.filter(isCiting);
  const titled = (source: Source) => title !== undefined && source.block.title === title;
  if (url !== undefined) return citing.find((one) => addressOf(one) === url) ?? citing.find(titled);
  // What a request does not want cited has a place all the same, where a rule cites it.
  const known = citing.length > 0 ? citing : sources;
  return known.find(titled) ??
    (words === "" ? undefined : known.find((one) => textOfSource(one).includes(words)));
}

function addressOf({ block: { source } }: Source): unknown {
  return isObject(source) ? source.url : source;
}

function placeIn(source: Source, words: string): JsonObject {
  const { block, index } = source;
  const title = typeof block.title === "string" ? block.title : null;
  const blocks = citedBlocks(source);
  if (block.type === "search_result") {
    return {
      type: "search_result_location",
      search_result_index: index,
      source: block.source,
      title,
      ...blockRange(blocks ?? [], words),
    };
  }
  const file = isObject(block.source) ? block.source : {};
  const document = {
    document_index: index,
    document_title: title,
    file_id: file.type === "file" ? stringOf(file.file_id) : null,
  };
  if (blocks !== undefined) {
    return { type: "content_block_location", ...document, ...blockRange(blocks, words) };
  }
  if (file.type === "text") {
    return inDocument(words, index, title, Math.max(0, textOfSource(source).indexOf(words)));
  }
  return {
    type: "page_location",
    cited_text: words,
    ...document,
    start_page_number: 1,
    end_page_number: 2,
  };
}

function inDocument(words: string, index: number, title: string | null, start: number) {
  return {
    type: "char_location",
    cited_text: words,
    document_index: index,
    document_title: title,
    start_char_index: start,
    end_char_index: start + words.length,
    file_id: null,
  };
}

/** Blocks are cited whole: all that the words are in, or the first if they are in none. */
function blockRange(blocks: readonly string[], words: string): JsonObject {
  const start = Math.max(0, blocks.join("").indexOf(words));
  let first = 0;
  let end = blocks[0]?.length ?? 0;
  while (first < blocks.length - 1 && end <= start) end += blocks[++first]!.length;
  let last = first;
  while (last < blocks.length - 1 && end < start + words.length) end += blocks[++last]!.length;
  return {
    cited_text: blocks.slice(first, last + 1).join(""),
    start_block_index: first,
    end_block_index: last + 1,
  };
}
