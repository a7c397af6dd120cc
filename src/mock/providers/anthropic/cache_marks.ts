import { arrayOf, isObject } from "../../../wire/json.ts";
import type { JsonObject } from "../../../wire/json.ts";

/** A place up to which a prompt is cached. */
export interface CacheMark {
  /** Where it stands. */
  readonly path: string;
  /** How long it is kept. */
  readonly ttl: "5m" | "1h";
}

/**
 * Gives the places up to which a request wants its prompt cached, in the order in which it is read; the one that
 * the request marks for all of it is not among them.
 *
 * @param body The request, its members checked.
 */
export function cacheMarks({ tools, system, messages }: JsonObject): readonly CacheMark[] {
  const contents = arrayOf(messages).flatMap((message, index) =>
    isObject(message) ? marksIn(message.content, `messages.${index}.content`) : []
  );
  return [...marksIn(tools, "tools"), ...marksIn(system, "system"), ...contents];
}

/** Gives how long a place is kept. */
export function ttlOf(mark: JsonObject): CacheMark["ttl"] {
  return mark.ttl === "1h" ? "1h" : "5m";
}

/** What is within a block is read before its end. */
function marksIn(blocks: unknown, path: string): readonly CacheMark[] {
  return arrayOf(blocks).flatMap((block, index) => {
    if (!isObject(block)) return [];
    const place = `${path}.${index}`;
    const mark = block.cache_control;
    return [
      ...(isObject(block.source) ? marksIn(block.source.content, `${place}.source.content`) : []),
      ...marksIn(block.content, `${place}.content`),
      ...(isObject(mark) ? [{ path: `${place}.cache_control`, ttl: ttlOf(mark) }] : []),
    ];
  });
}
