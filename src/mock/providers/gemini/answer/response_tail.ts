import type { JsonObject } from "../../../../wire/json.ts";
import type { Answer } from "../../../result/answer.ts";

/**
 * Gives the members that all chunks of a response have alike, the response that is not streamed included.
 *
 * @param answer The answer.
 */
export function responseTail(answer: Answer): JsonObject {
  return { modelVersion: answer.model, responseId: answer.id ?? answer.name };
}
