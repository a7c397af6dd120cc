import { arrayOf, isObject, stringOf } from "../../../wire/json.ts";
import type { JsonObject } from "../../../wire/json.ts";

/** What a model may cite of a request. */
export interface Source {
  /** A document, or what a search of the client has found. */
  readonly block: JsonObject;
  /** Its place among those of its kind. */
  readonly index: number;
  /** Where it stands. */
  readonly path: string;
}

/**
 * Gives the documents and the results of searches of a request, in their order.
 *
 * @param body The request.
 */
export function sourcesOf({ messages }: JsonObject): readonly Source[] {
  const counts: Record<string, number> = { document: 0, search_result: 0 };
  const sources: Source[] = [];
  const read = (content: unknown, place: string) => {
    for (const [number, block] of arrayOf(content).entries()) {
      if (!isObject(block)) continue;
      const type = stringOf(block.type);
      const path = `${place}.${number}`;
      if (type === "tool_result") read(block.content, `${path}.tool_result.content`);
      if (Object.hasOwn(counts, type)) sources.push({ block, path, index: counts[type]!++ });
    }
  };
  for (const [number, message] of arrayOf(messages).entries()) {
    if (isObject(message)) read(message.content, `messages.${number}.content`);
  }
  return sources;
}

/** Tells whether a model is to cite a source. */
export function isCiting({ block: { citations } }: Source): boolean {
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
