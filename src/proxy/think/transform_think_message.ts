import type { JsonObject } from "../../wire/json.ts";
import type { ThinkPlan } from "../config/plan.ts";
import { hasContent } from "../stream/has_content.ts";
import { type Edited, edited } from "./json_edit.ts";
import { hasRoomFor, textEdits } from "./text_edits.ts";
import { ThinkTagSplitter } from "./think_tag_splitter.ts";

/**
 * Parts the text of a whole message from the thoughts in it. A text that is emptied stays as an empty one.
 *
 * @param message The message of a choice.
 * @param plan The tags, and what to do to them.
 * @param onUnanswered Called if it is one thought that does not end, so that no text is left.
 * @returns The message with its thoughts in their own member, or without them; `null` if nothing changes.
 */
export function transformThinkMessage(
  message: JsonObject,
  plan: ThinkPlan,
  onUnanswered?: () => void,
): Edited | null {
  const { content } = message;
  // A list of parts names its thoughts itself.
  if (typeof content !== "string" || !hasRoomFor(message, plan)) return null;
  const splitter = new ThinkTagSplitter(plan);
  const start = splitter.push(content);
  const tail = splitter.end();
  if (splitter.isInside && !splitter.hasText && !callsTool(message)) onUnanswered?.();
  const split = {
    content: start.content + tail.content,
    reasoning: start.reasoning + tail.reasoning,
  };
  return edited(message, textEdits(message, split, plan, ""));
}

function callsTool(message: JsonObject): boolean {
  return hasContent(message.tool_calls) || hasContent(message.function_call);
}
