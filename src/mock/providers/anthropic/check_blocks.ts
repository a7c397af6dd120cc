import { isObject } from "../../../wire/json.ts";
import { invalid } from "../problem.ts";
import { aBlock, anUncachedBlock, aTextBlock } from "./block_check.ts";
import {
  aBoolean,
  aDictionary,
  aMatch,
  anything,
  aString,
  aStringOrList,
  optional,
  refused,
  required,
  someString,
  tagged,
} from "./field_check.ts";
import type { FieldCheck } from "./field_check.ts";
import { aDocument, anImage, aSearchResult } from "./media_blocks.ts";
import { SERVER_BLOCKS, TRIAL_BLOCKS } from "./server_blocks.ts";
import { TOOL_CHANGES } from "./tool_changes.ts";

const ID_PATTERN = "^[a-zA-Z0-9_-]+$";
const MAX_CALL_NAME_CHARS = 200;

const aToolResult: FieldCheck = aBlock({
  tool_use_id: required(aMatch(ID_PATTERN)),
  content: optional(aStringOrList(tagged({
    text: aTextBlock,
    image: anImage,
    document: aDocument,
    search_result: aSearchResult,
    tool_reference: anything,
    browser_state: anything,
  }))),
  is_error: optional(aBoolean),
  toolset_name: optional(aString),
});

const aToolUse: FieldCheck = aBlock({
  id: required(aMatch(ID_PATTERN)),
  name: required(someString(MAX_CALL_NAME_CHARS)),
  input: required(aDictionary),
  caller: optional(anything),
  toolset_name: optional(aString),
});

const signedThinking: FieldCheck = anUncachedBlock({
  thinking: required(aString),
  signature: required(aString),
});

const aThinking: FieldCheck = (value, path, mode) => {
  signedThinking(value, path, mode);
  if ((value as { signature: string }).signature !== "") return;
  throw refused(path.slice(0, path.lastIndexOf(".")), "Invalid `signature` in `thinking` block");
};

const BLOCKS: Readonly<Record<string, FieldCheck>> = {
  text: aTextBlock,
  image: anImage,
  document: aDocument,
  search_result: aSearchResult,
  tool_result: aToolResult,
  tool_use: aToolUse,
  thinking: aThinking,
  redacted_thinking: anUncachedBlock({ data: required(someString()) }),
  container_upload: aBlock({ file_id: required(aString) }),
  ...SERVER_BLOCKS,
};

/** The blocks that only one side of a conversation may say. */
const SIDE: Readonly<Record<string, "user" | "assistant">> = {
  tool_result: "user",
  image: "user",
  search_result: "user",
  tool_use: "assistant",
  thinking: "assistant",
  redacted_thinking: "assistant",
  server_tool_use: "assistant",
};

/**
 * Requires a block that the side may say.
 *
 * @param side Who speaks.
 * @param isTrial Whether it may be one that only trials have.
 */
export function aBlockOf(side: "user" | "assistant", isTrial: boolean): FieldCheck {
  const anyBlock = tagged(isTrial ? { ...BLOCKS, ...TRIAL_BLOCKS, ...TOOL_CHANGES } : BLOCKS);
  return (block, path, mode) => {
    anyBlock(block, path, mode);
    const { type, text } = block as { readonly type: string; readonly text?: string };
    const owner = Object.hasOwn(SIDE, type) ? SIDE[type] : undefined;
    if (owner !== undefined && owner !== side) {
      throw refused(path, `\`${type}\` blocks can only be in \`${owner}\` messages`);
    }
    if (type === "text") requireText(text!, "messages");
  };
}

/**
 * Refuses a block of text that says nothing.
 *
 * @param text The text.
 * @param path Where it stands: Anthropic tells only the member of the request.
 */
export function requireText(text: string, path: string): void {
  if (text === "") throw invalid(`${path}: text content blocks must be non-empty`);
  if (text.trim() === "") {
    throw invalid(`${path}: text content blocks must contain non-whitespace text`);
  }
}

/** Requires blocks of text, each of which says something. */
export const someTextBlocks: FieldCheck = someSystemBlocks({});

/** Makes the check of blocks of text, each of which says something, and of others. */
export function someSystemBlocks(others: Readonly<Record<string, FieldCheck>>): FieldCheck {
  const check = tagged({ text: aTextBlock, ...others });
  return aStringOrList((block, path, mode) => {
    if (!isObject(block)) throw refused(path, "Input should be an object");
    check(block, path, mode);
    if (block.type === "text") requireText(block.text as string, path.split(".")[0]!);
  });
}
