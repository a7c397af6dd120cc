import type { JsonObject } from "../../wire/json.ts";
import type { ThinkPlan } from "../config/plan.ts";
import { hasContent } from "../stream/has_content.ts";
import { type JsonEdit, withEdits } from "./json_edit.ts";
import { hasRoomFor, textEdits } from "./text_edits.ts";
import { ThinkTagSplitter } from "./think_tag_splitter.ts";

/**
 * Parts the text of a whole message from the thoughts in it.
 *
 * @param message The message of a choice.
 * @param plan The tags, and what to do to them.
 * @returns The message with its thoughts in their own member, or without them; `null` if nothing changes.
 */
export function transformThinkMessage(message: JsonObject, plan: ThinkPlan): JsonObject | null {
  const { edits } = editThinkMessage(message, plan);
  return edits.length === 0 ? null : withEdits(message, edits);
}

/** What becomes of a message. */
export interface EditedMessage {
  /** The changes. */
  readonly edits: readonly JsonEdit[];
  /** Whether it is one thought that does not end, so that no text is left. */
  readonly isOnlyThought: boolean;
}

/** Says what {@linkcode transformThinkMessage} changes. A text that is emptied stays as an empty one. */
export function editThinkMessage(message: JsonObject, plan: ThinkPlan): EditedMessage {
  const { content } = message;
  // A list of parts names its thoughts itself.
  if (typeof content !== "string" || !hasRoomFor(message, plan)) return UNTOUCHED;
  const splitter = new ThinkTagSplitter(plan);
  const start = splitter.push(content);
  const tail = splitter.end();
  const split = {
    content: start.content + tail.content,
    reasoning: start.reasoning + tail.reasoning,
  };
  return {
    edits: textEdits(message, split, plan, ""),
    isOnlyThought: splitter.isInside && !splitter.hasText && !hasContent(message.tool_calls) &&
      !hasContent(message.function_call),
  };
}

const UNTOUCHED: EditedMessage = Object.freeze({ edits: [], isOnlyThought: false });
