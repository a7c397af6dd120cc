import { arrayOf, isObject } from "../../../wire/json.ts";
import type { JsonObject } from "../../../wire/json.ts";
import { refused } from "./field_check.ts";

/**
 * Requires that documents are the user's and citations the assistant's, as Anthropic does since the version
 * 2026-10-21.
 *
 * @param messages The messages, each checked.
 */
export function requireOwnPlaces(messages: readonly JsonObject[]): void {
  for (const [index, { role, content }] of messages.entries()) {
    for (const [place, block] of arrayOf(content).entries()) {
      const path = `messages.${index}.content.${place}`;
      if (role === "user") requireNoCitations(block, path);
      else if (isObject(block) && block.type === "document") {
        throw refused(path, "`document` blocks can only be in `user` messages");
      }
    }
  }
}

function requireNoCitations(block: unknown, path: string): void {
  if (!isObject(block)) return;
  if (block.type === "text" && arrayOf(block.citations).length > 0) {
    throw refused(`${path}.text.citations`, "Extra inputs are not permitted");
  }
  if (block.type !== "search_result") return;
  for (const [place, inner] of arrayOf(block.content).entries()) {
    requireNoCitations(inner, `${path}.search_result.content.${place}`);
  }
}
