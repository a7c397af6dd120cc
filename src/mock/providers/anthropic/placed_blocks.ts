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
  const placed: PlacedBlock[] = [];
  addBlocks(blocks, path, placed);
  return placed;
}

/**
 * Gives all blocks of a conversation.
 *
 * @param messages The messages.
 */
export function blocksOfMessages(messages: unknown): readonly PlacedBlock[] {
  const placed: PlacedBlock[] = [];
  for (const [index, message] of arrayOf(messages).entries()) {
    if (isObject(message)) addBlocks(message.content, `messages.${index}.content`, placed);
  }
  return placed;
}

function addBlocks(blocks: unknown, path: string, placed: PlacedBlock[]): void {
  for (const [index, block] of arrayOf(blocks).entries()) {
    if (!isObject(block)) continue;
    const place = `${path}.${index}`;
    const { source, content } = block;
    if (isObject(source)) addBlocks(source.content, `${place}.source.content`, placed);
    addBlocks(content, `${place}.content`, placed);
    placed.push({ block, path: place });
  }
}
