import { arrayOf, isObject, type JsonObject, stringOf } from "../../wire/json.ts";
import { hasContent } from "../stream/has_content.ts";
import type { ChoiceSplitters } from "./choice_splitters.ts";
import { type Edited, edited, type JsonEdit, withEdits } from "./json_edit.ts";
import { editsAt, hasRoomFor, textEdits } from "./text_edits.ts";
import type { SplitText } from "./think_tag_splitter.ts";

/**
 * Parts the text of a chunk of a stream from the thoughts in it. What a choice holds back comes with its finish. A text
 * that is emptied is taken away.
 *
 * @param chunk The chunk.
 * @param splitters What the chunks before it left; this one is added.
 * @returns The chunk with its thoughts in their own member, or without them; `null` if nothing changes.
 */
export function transformThinkChunk(chunk: JsonObject, splitters: ChoiceSplitters): Edited | null {
  const edits = arrayOf(chunk.choices).flatMap((choice, at) =>
    isObject(choice) ? editsAt(["choices", at], editChoice(choice, splitters)) : []
  );
  return edited(chunk, edits);
}

function editChoice(choice: JsonObject, splitters: ChoiceSplitters): readonly JsonEdit[] {
  const delta = choice.delta ?? {};
  if (!isObject(delta)) return [];
  const split = splitDelta(delta, choice, splitters);
  if (split === undefined) return [];
  const edits = textEdits(delta, split, splitters.plan, undefined);
  if (edits.length === 0) return [];
  return [...deltaEdits(choice, edits), ...logprobsEdits(choice, splitters.plan.mode)];
}

/** Gives what a delta says for certain; `undefined` if it has no text. */
function splitDelta(
  delta: JsonObject,
  choice: JsonObject,
  splitters: ChoiceSplitters,
): SplitText | undefined {
  const text = delta.content ?? "";
  if (typeof text !== "string" || !hasRoomFor(delta, splitters.plan)) return undefined;
  const splitter = splitters.of(choice.index);
  const split = splitter.push(text);
  const reason = stringOf(choice.finish_reason);
  if (reason === "") return split;
  const tail = splitter.end();
  splitters.finish(splitter, reason);
  return {
    content: split.content + tail.content,
    reasoning: split.reasoning + tail.reasoning,
  };
}

function deltaEdits(choice: JsonObject, edits: readonly JsonEdit[]): readonly JsonEdit[] {
  if (isObject(choice.delta)) return editsAt(["delta"], edits);
  return [{ path: ["delta"], value: withEdits({}, edits) }];
}

/** The probabilities of the tokens spell thoughts out that are thrown away. */
export function logprobsEdits(choice: JsonObject, mode: string): readonly JsonEdit[] {
  if (mode !== "strip" || !hasContent(choice.logprobs)) return [];
  return [{ path: ["logprobs"], value: null }];
}
