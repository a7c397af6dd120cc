import { arrayOf, isObject } from "../../../wire/json.ts";
import type { JsonObject } from "../../../wire/json.ts";
import { invalid } from "../problem.ts";
import { refused } from "./field_check.ts";
import { blocksOfMessages, placedBlocks } from "./placed_blocks.ts";
import type { PlacedBlock } from "./placed_blocks.ts";

/** A place up to which a prompt is cached. */
export interface CacheMark {
  /** Where it stands. */
  readonly path: string;
  /** How long it is kept. */
  readonly ttl: "5m" | "1h";
}

const MAX_MARKS = 4;

/**
 * Gives the places up to which a request wants its prompt cached, in the order in which it is read. A mark of the
 * whole request is one of its last block, if that has none.
 *
 * @param body The request, its members checked.
 */
export function cacheMarks(
  { tools, system, messages, cache_control: whole }: JsonObject,
): readonly CacheMark[] {
  const blocks = [
    ...placedBlocks(tools, "tools"),
    ...placedBlocks(system, "system"),
    ...blocksOfMessages(messages),
  ];
  const marks = blocks.flatMap(markOf);
  const last = arrayOf(messages).at(-1);
  const end = isObject(last) ? arrayOf(last.content).at(-1) : undefined;
  if (!isObject(whole) || (isObject(end) && isObject(end.cache_control))) return marks;
  return [...marks, { path: "cache_control", ttl: ttlOf(whole) }];
}

function markOf({ block: { cache_control: mark }, path }: PlacedBlock): readonly CacheMark[] {
  return isObject(mark) ? [{ path: `${path}.cache_control`, ttl: ttlOf(mark) }] : [];
}

function ttlOf(mark: JsonObject): CacheMark["ttl"] {
  return mark.ttl === "1h" ? "1h" : "5m";
}

/**
 * Requires that the places up to which a prompt is cached are few, and that those kept longer come first.
 *
 * @param body The request, its members checked.
 */
export function requireCacheFits(body: JsonObject): void {
  const marks = cacheMarks(body);
  if (marks.length > MAX_MARKS) {
    throw invalid(
      `A maximum of ${MAX_MARKS} blocks with cache_control may be provided. Found ${marks.length}.`,
    );
  }
  const short = marks.findIndex(({ ttl }) => ttl === "5m");
  const late = short < 0 ? undefined : marks.slice(short).find(({ ttl }) => ttl === "1h");
  if (late === undefined) return;
  throw refused(
    `${late.path}.ttl`,
    "a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block. Note that blocks are processed in the following order: tools, system, messages.",
  );
}
