import { isObject } from "../../../wire/json.ts";
import { invalid } from "../problem.ts";
import {
  aBoolean,
  aDictionary,
  aMatch,
  anObject,
  anything,
  aString,
  aStringOrList,
  checkFields,
  optional,
  refused,
  required,
  someString,
  tagged,
} from "./field_check.ts";
import type { FieldCheck, Fields } from "./field_check.ts";

const ID_PATTERN = "^[a-zA-Z0-9_-]+$";
const MAX_CALL_NAME_CHARS = 200;

/** Marks a place up to which a prompt is cached. */
export const aCacheControl: FieldCheck = tagged({
  ephemeral: (value, path, mode) => {
    anObject({ type: optional(anything), ttl: optional(aString) })(value, path, mode);
  },
});

const COMMON: Fields = { type: required(aString), cache_control: optional(aCacheControl) };

/** Makes the check of a block with these members. */
function aBlock(fields: Fields): FieldCheck {
  const all = { ...COMMON, ...fields };
  return (value, path, mode) => checkFields(value as Record<string, unknown>, path, all, mode);
}

/** Requires a block of text. */
export const aTextBlock: FieldCheck = aBlock({
  text: required(aString),
  citations: optional(anything),
});

const ENCODED: FieldCheck = anObject({
  type: required(aString),
  media_type: required(aString),
  data: required(aString),
});

const someBase64: FieldCheck = (value, path, mode) => {
  ENCODED(value, path, mode);
  const data = (value as { readonly data: string }).data.replaceAll(/\s/g, "");
  if (/^[A-Za-z0-9+/]*={0,2}$/.test(data) && data.replace(/=+$/, "").length % 4 !== 1) return;
  throw refused(path, "invalid base64 data");
};

const aSource: FieldCheck = tagged({
  base64: someBase64,
  url: anObject({ type: required(aString), url: required(aString) }),
  file: anObject({ type: required(aString), file_id: required(aString) }),
  text: anObject({
    type: required(aString),
    media_type: required(aString),
    data: required(aString),
  }),
  content: anObject({ type: required(aString), content: required(anything) }),
});

const anImage: FieldCheck = aBlock({
  source: required(aSource),
  transformations: optional(anything),
});

const aDocument: FieldCheck = aBlock({
  source: required(aSource),
  citations: optional(anything),
  context: optional(aString),
  title: optional(aString),
});

const aSearchResult: FieldCheck = aBlock({
  content: required(anything),
  source: required(aString),
  title: required(aString),
  citations: optional(anything),
});

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

const signedThinking: FieldCheck = aBlock({
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
  redacted_thinking: aBlock({ data: required(someString()) }),
  container_upload: anything,
  server_tool_use: anything,
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

/** Results of Anthropic's own tools, and what only trials have: taken as they are. */
const OTHER_BLOCK_REGEXP = /_tool_result$|^compaction|^mcp_/;

const anyBlock: FieldCheck = tagged(BLOCKS, (type) => OTHER_BLOCK_REGEXP.test(type));

/**
 * Requires a block that the side may say.
 *
 * @param side Who speaks.
 */
export function aBlockOf(side: "user" | "assistant"): FieldCheck {
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
export const someTextBlocks: FieldCheck = aStringOrList((block, path, mode) => {
  if (!isObject(block)) throw refused(path, "Input should be an object");
  tagged({ text: aTextBlock })(block, path, mode);
  requireText(block.text as string, path.split(".")[0]!);
});
