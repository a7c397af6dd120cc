import { type Bytes, toBytes } from "../../bytes.ts";
import { arrayOf, isObject } from "../../wire/json.ts";
import type { ThinkPlan } from "../config/plan.ts";
import { JsonDocument } from "../edit/json_document.ts";
import { parseData } from "../stream/parse_data.ts";
import { editedDocument } from "./edited_document.ts";
import type { JsonEdit } from "./json_edit.ts";
import { editsAt } from "./text_edits.ts";
import { logprobsEdits } from "./transform_think_chunk.ts";
import { transformThinkMessage } from "./transform_think_message.ts";

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * Parts the texts of a whole answer to `/v1/chat/completions` from the thoughts in them. Everything else stays byte for
 * byte.
 *
 * @param body The answer.
 * @param plan The tags, and what to do to them.
 * @param onUnanswered Called for each choice that is one thought that does not end, so that no text is left.
 * @returns The changed answer; `null` if nothing changes, or it is none.
 */
export function thinkAnswer(
  body: Bytes,
  plan: ThinkPlan,
  onUnanswered?: () => void,
): Bytes | null {
  if (plan.mode === "off") return null;
  const text = decoder.decode(body);
  const answer = parseData(text.startsWith("\ufeff") ? text.slice(1) : text);
  const edits: JsonEdit[] = [];
  arrayOf(answer?.choices).forEach((choice, at) => {
    if (!isObject(choice) || !isObject(choice.message)) return;
    const message = transformThinkMessage(choice.message, plan, onUnanswered);
    if (message === null) return;
    const inner = [...editsAt(["message"], message.edits), ...logprobsEdits(choice, plan.mode)];
    edits.push(...editsAt(["choices", at], inner));
  });
  if (edits.length === 0) return null;
  // Encoded again, so that bytes that are no UTF-8 do no harm; all others are the same.
  return editedDocument(JsonDocument.parse(toBytes(text)), edits).bytes;
}
