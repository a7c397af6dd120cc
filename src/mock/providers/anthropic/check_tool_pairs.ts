import type { JsonObject } from "../../../wire/json.ts";
import { refused } from "./field_check.ts";
import { turnsOf } from "./turns_of_messages.ts";
import type { PlacedInTurn } from "./turns_of_messages.ts";

/**
 * Requires that each call of a tool is answered at once, and that nothing else is answered.
 *
 * @param messages The messages, each checked.
 */
export function requireToolPairs(messages: readonly JsonObject[]): void {
  const seen = new Set<string>();
  let asked: ReadonlySet<string> = new Set();
  let asking = 0;
  for (const { isUser, blocks, last } of turnsOf(messages)) {
    if (isUser) {
      requireAnswers(asked, blocks, asking);
      asked = new Set();
      continue;
    }
    requireAnswers(asked, [], asking);
    asked = callsIn(blocks, seen);
    asking = last;
  }
  requireAnswers(asked, [], asking);
}

function callsIn(blocks: readonly PlacedInTurn[], seen: Set<string>): ReadonlySet<string> {
  const calls = new Set<string>();
  for (const { block, message, place } of blocks) {
    if (block.type !== "tool_use") continue;
    const id = block.id as string;
    if (seen.has(id)) {
      throw refused(`messages.${message}.content.${place}`, "`tool_use` ids must be unique");
    }
    seen.add(id);
    calls.add(id);
  }
  return calls;
}

function requireAnswers(
  asked: ReadonlySet<string>,
  blocks: readonly PlacedInTurn[],
  asking: number,
): void {
  const first = blocks.findIndex(({ block }) => block.type !== "tool_result");
  const leading = first < 0 ? blocks : blocks.slice(0, first);
  const answered = new Set(leading.map(({ block }) => block.tool_use_id as string));
  const open = [...asked].filter((id) => !answered.has(id));
  if (open.length > 0) {
    throw refused(
      `messages.${asking}`,
      `\`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${
        open.join(", ")
      }. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
    );
  }
  requireAsked(asked, blocks);
}

function requireAsked(asked: ReadonlySet<string>, blocks: readonly PlacedInTurn[]): void {
  const told = new Set<string>();
  for (const { block, message, place } of blocks) {
    if (block.type !== "tool_result") continue;
    const id = block.tool_use_id as string;
    const path = `messages.${message}.content.${place}`;
    if (!asked.has(id)) {
      throw refused(
        path,
        `unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`,
      );
    }
    if (told.has(id)) {
      throw refused(
        path,
        `each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${id}`,
      );
    }
    told.add(id);
  }
}
