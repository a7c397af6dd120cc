import type { JsonObject } from "../../../../wire/json.ts";
import type { Answer } from "../../../result/answer.ts";
import type { TextBlock } from "../../../result/answer_choice.ts";

/**
 * Gives the sources of a text as the wire has them, in the order in which the cited passages end: an address
 * is a `url_citation`, a source without one a file.
 *
 * @param block The text.
 * @param answer The answer it is of.
 */
export function annotationsOf(block: TextBlock, answer: Answer): readonly JsonObject[] {
  const { text, citations } = block;
  return citations
    .map(({ url, title = "", start = 0, end = text.length }, index) => ({
      url,
      title,
      start,
      end,
      index,
    }))
    .sort((one, other) => one.end - other.end)
    .map(({ url, title, start, end, index }) =>
      url === undefined
        ? {
          type: "file_citation",
          file_id: answer.newId("file-", `file:${title || index}`, 22),
          filename: title,
          index: end,
        }
        : { type: "url_citation", end_index: end, start_index: start, title, url }
    );
}

/** After how many characters of the text an annotation is told. */
export function annotationEnd(annotation: JsonObject): number {
  return Number(annotation.end_index ?? annotation.index);
}
