import { stringOf } from "../../../wire/json.ts";
import type { JsonObject } from "../../../wire/json.ts";
import { refused } from "./field_check.ts";
import { turnsOf } from "./turns_of_messages.ts";
import type { PlacedInTurn } from "./turns_of_messages.ts";

/**
 * Requires that each call of a tool that Anthropic runs has its result, and each result its call. The result may be
 * still to come where the model has paused, or waits for what the client's tools give.
 *
 * @param messages The messages, each checked.
 */
export function requireServerPairs(messages: readonly JsonObject[]): void {
  const known = new Set<unknown>();
  const open = new Map<unknown, PlacedInTurn>();
  for (const { isUser, blocks } of turnsOf(messages)) {
    const isWaited = blocks.some(({ block }) => block.type === "tool_result");
    if (isUser && !isWaited) requireNone(open);
    for (const placed of blocks) {
      const { block } = placed;
      if (block.type === "server_tool_use") {
        known.add(block.id);
        open.set(block.id, placed);
      } else if (isServerResult(block)) {
        requireKnown(known, placed);
        open.delete(block.tool_use_id);
      }
    }
  }
}

/** Tells whether a block tells what came of a tool that Anthropic runs. */
export function isServerResult({ type }: JsonObject): boolean {
  return stringOf(type).endsWith("_tool_result") && type !== "mcp_tool_result";
}

function requireNone(open: ReadonlyMap<unknown, PlacedInTurn>): void {
  for (const { block: { id, name }, message, place } of open.values()) {
    const tool = stringOf(name);
    const result = `${tool.startsWith("tool_search_tool_") ? "tool_search" : tool}_tool_result`;
    throw refused(
      `messages.${message}.content.${place}`,
      `\`${tool}\` tool use with id \`${id}\` was found without a corresponding \`${result}\` block`,
    );
  }
}

function requireKnown(known: ReadonlySet<unknown>, { block, message, place }: PlacedInTurn): void {
  const { type, tool_use_id: id } = block;
  if (known.has(id)) return;
  throw refused(
    `messages.${message}.content.${place}`,
    `unexpected \`tool_use_id\` found in \`${type}\` blocks: ${id}. Each \`${type}\` block must have a corresponding \`server_tool_use\` block before it.`,
  );
}
