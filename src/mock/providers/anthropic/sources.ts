import { isObject, stringOf } from "../../../wire/json.ts";
import type { JsonObject } from "../../../wire/json.ts";
import { blocksOfMessages } from "./placed_blocks.ts";

/** What a model may cite of a request. */
export interface Source {
  /** A document, or what a search of the client has found. */
  readonly block: JsonObject;
  /** Its place among those of its kind. */
  readonly index: number;
}

/**
 * Gives the documents and the results of searches of a request, in their order.
 *
 * @param body The request.
 */
export function sourcesOf({ messages }: JsonObject): readonly Source[] {
  const counts: Record<string, number> = { document: 0, search_result: 0 };
  return blocksOfMessages(messages).flatMap(({ block }) => {
    const type = stringOf(block.type);
    return Object.hasOwn(counts, type) ? [{ block, index: counts[type]!++ }] : [];
  });
}

/** Tells whether a model is to cite a source. */
export function isCiting({ block: { citations } }: Pick<Source, "block">): boolean {
  return isObject(citations) && citations.enabled === true;
}

/** Gives the texts of a source that is cited by its blocks; `undefined` for any other. */
export function citedBlocks({ block }: Source): readonly string[] | undefined {
  const { type, source, content } = block;
  const within = type === "search_result"
    ? content
    : isObject(source) && source.type === "content"
    ? source.content
    : undefined;
  if (typeof within === "string") return [within];
  return Array.isArray(within)
    ? within.map((part) => isObject(part) ? stringOf(part.text) : "")
    : undefined;
}

/** Gives all the text of a source, as far as the request has it. */
export function textOfSource(source: Source): string {
  const { source: given } = source.block;
  const plain = isObject(given) && given.type === "text" ? stringOf(given.data) : "";
  return citedBlocks(source)?.join("") ?? plain;
}
