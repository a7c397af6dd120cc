import type { JsonObject } from "../../../wire/json.ts";
import type { AnswerBlock, TextBlock } from "../../result/answer_choice.ts";

/**
 * Gives the sources of an answer as OpenAI has them. Their places are told within the whole text, which is
 * that of all text blocks together.
 *
 * @param blocks The blocks.
 */
export function annotationsOf(blocks: readonly AnswerBlock[]): readonly JsonObject[] {
  const annotations: JsonObject[] = [];
  let offset = 0;
  for (const block of blocks) {
    if (block.type !== "text") continue;
    annotations.push(...annotationsOfBlock(block, offset));
    offset += block.text.length;
  }
  return annotations;
}

/**
 * Gives the sources of one block.
 *
 * @param block The block.
 * @param offset Where its text begins within the answer's.
 */
export function annotationsOfBlock(block: TextBlock, offset: number): readonly JsonObject[] {
  return block.citations.map(({ url = "", title = "", start = 0, end = block.text.length }) => ({
    type: "url_citation",
    url_citation: { start_index: offset + start, end_index: offset + end, title, url },
  }));
}
