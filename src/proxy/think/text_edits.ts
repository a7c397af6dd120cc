import type { JsonObject } from "../../wire/json.ts";
import type { ThinkPlan } from "../config/plan.ts";
import type { JsonEdit } from "./json_edit.ts";
import type { SplitText } from "./think_tag_splitter.ts";

/** Whether thoughts can be put beside a text: a member that is something else than a text is not to be lost. */
export function hasRoomFor(holder: JsonObject, plan: ThinkPlan): boolean {
  if (plan.mode !== "split") return true;
  const present = holder[plan.field] ?? "";
  return typeof present === "string";
}

/**
 * Gives the changes that put a parted text in the place of the text it was.
 *
 * @param holder The message, or a part of one.
 * @param split The text, and its thoughts: they are put behind those that are there.
 * @param plan Where thoughts go.
 * @param emptied What an emptied text leaves behind; `undefined` for nothing.
 */
export function textEdits(
  holder: JsonObject,
  { content, reasoning }: SplitText,
  plan: ThinkPlan,
  emptied: "" | undefined,
): readonly JsonEdit[] {
  const edits: JsonEdit[] = [];
  if (content !== (holder.content ?? "")) {
    edits.push({ path: ["content"], value: content === "" ? emptied : content });
  }
  if (reasoning !== "") {
    edits.push({ path: [plan.field], value: `${holder[plan.field] ?? ""}${reasoning}` });
  }
  return edits;
}

/** Puts a step before the way of each change. */
export function editsAt(
  path: readonly (string | number)[],
  edits: readonly JsonEdit[],
): readonly JsonEdit[] {
  return edits.map((edit) => ({ ...edit, path: [...path, ...edit.path] }));
}
