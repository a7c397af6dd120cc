import { arrayOf, isObject } from "../../../wire/json.ts";
import type { JsonObject } from "../../../wire/json.ts";

/** A block, and where it stands. */
export interface PlacedBlock {
  /** The block. */
  readonly block: JsonObject;
  /** Where it stands. */
  readonly path: string;
}

/**
 * Gives the blocks of a list and those within them, in the order in which they are read.
 *
 * @param blocks The list.
 * @param path Where it stands.
 */
export function placedBlocks(blocks: unknown, path: string): readonly PlacedBlock[] {
  return arrayOf(blocks).flatMap((block, index) => {
    if (!isObject(block)) return [];
    const place = `${path}.${index}`;
    const { source } = block;
    return [
      ...(isObject(source) ? placedBlocks(source.content, `${place}.source.content`) : []),
      ...placedBlocks(block.content, `${place}.content`),
      { block, path: place },
    ];
  });
}

/**
 * Gives all blocks of a conversation.
 *
 * @param messages The messages.
 */
export function blocksOfMessages(messages: unknown): readonly PlacedBlock[] {
  return arrayOf(messages).flatMap((message, index) =>
    isObject(message) ? placedBlocks(message.content, `messages.${index}.content`) : []
  );
}
