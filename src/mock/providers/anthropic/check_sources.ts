import { isObject, stringOf } from "../../../wire/json.ts";
import { invalid } from "../problem.ts";
import { refused } from "./field_check.ts";
import { isCiting } from "./sources.ts";
import type { PlacedBlock } from "./placed_blocks.ts";

/** What is cited alike in a request, and what Anthropic calls it. */
const KINDS: Readonly<Record<string, string>> = {
  document: "documents",
  search_result: "search results",
};

/**
 * Requires that what a request shows can be read: from addresses that are safe, and cited all or not at all.
 *
 * @param blocks The blocks of the conversation, each checked.
 */
export function requireSourcesFit(blocks: readonly PlacedBlock[]): void {
  for (const { block: { source } } of blocks) {
    if (!isObject(source) || source.type !== "url") continue;
    if (!/^https:\/\//i.test(stringOf(source.url))) throw invalid("Only HTTPS URLs are supported.");
  }
  for (const type in KINDS) {
    const shown = blocks.filter(({ block }) => block.type === type);
    const citing = shown.filter(isCiting);
    if (citing.length === 0 || citing.length === shown.length) continue;
    throw refused(
      "messages",
      `citations must be enabled on all or none of the ${KINDS[type]} in a request`,
    );
  }
}
