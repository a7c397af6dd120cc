import type { JsonObject } from "../../../../wire/json.ts";
import type { PlannedPart } from "./planned_parts.ts";

/**
 * Gives a part as Gemini has it.
 *
 * @param part The part.
 */
export function partObject(part: PlannedPart): JsonObject {
  const proof = part.signature === undefined ? {} : { thoughtSignature: part.signature };
  if (part.type === "call") {
    const { name, args, id } = part;
    return { functionCall: { name, args, ...(id === undefined ? {} : { id }) }, ...proof };
  }
  return { text: part.text, ...(part.type === "thought" ? { thought: true } : {}), ...proof };
}
