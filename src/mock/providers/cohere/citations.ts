import { arrayOf, isObject, stringOf } from "../../../wire/json.ts";
import type { JsonObject } from "../../../wire/json.ts";
import type { Answer } from "../../result/answer.ts";
import type { TextBlock } from "../../result/answer_choice.ts";
import type { ResultCitation } from "../../result/model_result.ts";

/** The modes of a request that wants no citations. */
const NONE: readonly unknown[] = ["OFF", "DISABLED"];

/**
 * Gives the citations of a text; none where the request wants none.
 *
 * @param answer The answer.
 * @param block The text.
 * @param earlier How many citations the texts before it have.
 */
export function citationsOf(
  { ask: { body } }: Answer,
  { text, citations }: TextBlock,
  earlier: number,
): readonly JsonObject[] {
  const { citation_options: options } = body;
  if (isObject(options) && NONE.includes(options.mode)) return [];
  const documents = arrayOf(body.documents).map(documentOf);
  return citations.map((citation, place) => {
    const { start = 0, end = text.length } = citation;
    const document = citedAmong(documents, citation) ??
      madeOf(citation, idAt(documents.length + earlier + place));
    return {
      start,
      end,
      text: text.slice(start, end),
      sources: [{ type: "document", id: document.id, document }],
      type: "TEXT_CONTENT",
    };
  });
}

/** What has no id is numbered. */
function idAt(place: number): string {
  return `doc:${place}`;
}

/** A document of a request as Cohere tells of it: its data, with its id among them. */
function documentOf(document: unknown, place: number): JsonObject {
  if (!isObject(document)) return { id: idAt(place), text: document };
  const { id, data } = document;
  return { ...(isObject(data) ? data : { text: data }), id: stringOf(id) || idAt(place) };
}

/** Finds the document of which most is true that a result says of its source. */
function citedAmong(
  documents: readonly JsonObject[],
  { url, title, text }: ResultCitation,
): JsonObject | undefined {
  const facts = [url, title, text].filter((fact) => fact !== undefined);
  let best: JsonObject | undefined;
  let most = 0;
  for (const document of documents) {
    const told = Object.values(document);
    const count = facts.filter((fact) => told.includes(fact)).length;
    if (count > most) [best, most] = [document, count];
  }
  return best;
}

/** Makes a document of a source that is none of the request's. */
function madeOf({ url, title, text }: ResultCitation, id: string): JsonObject {
  return {
    id,
    ...(title === undefined ? {} : { title }),
    ...(url === undefined ? {} : { url }),
    ...(text === undefined ? {} : { text }),
  };
}
