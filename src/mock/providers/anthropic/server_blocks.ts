import { aBlock } from "./block_check.ts";
import {
  aBoolean,
  aDictionary,
  aMatch,
  anything,
  aString,
  oneOf,
  optional,
  required,
} from "./field_check.ts";
import type { FieldCheck } from "./field_check.ts";

const ID = required(aMatch("^srvtoolu_[a-zA-Z0-9_]+$"));
const CALLER = optional(anything);

/** What comes of the tools that Anthropic runs, by the blocks that tell it. */
const RESULTS = [
  "web_search_tool_result",
  "web_fetch_tool_result",
  "code_execution_tool_result",
  "bash_code_execution_tool_result",
  "text_editor_code_execution_tool_result",
  "tool_search_tool_result",
  "advisor_tool_result",
];

const aServerResult = aBlock({ tool_use_id: ID, content: required(anything), caller: CALLER });

/** The blocks of the tools that Anthropic runs itself. */
export const SERVER_BLOCKS: Readonly<Record<string, FieldCheck>> = {
  server_tool_use: aBlock({
    id: ID,
    name: required(oneOf(
      "advisor",
      "web_search",
      "web_fetch",
      "code_execution",
      "bash_code_execution",
      "text_editor_code_execution",
      "tool_search_tool_regex",
      "tool_search_tool_bm25",
    )),
    input: required(aDictionary),
    caller: CALLER,
  }),
  ...Object.fromEntries(RESULTS.map((type) => [type, aServerResult])),
};

const FALLBACK = required(aDictionary);

/** The blocks that only trials have. */
export const TRIAL_BLOCKS: Readonly<Record<string, FieldCheck>> = {
  compaction: anything,
  fallback: aBlock({ from: FALLBACK, to: FALLBACK, trigger: optional(anything) }),
  mcp_tool_listing: anything,
  mcp_tool_result: aBlock({
    tool_use_id: required(aString),
    content: optional(anything),
    is_error: optional(aBoolean),
  }),
  mcp_tool_use: aBlock({
    id: required(aString),
    name: required(aString),
    server_name: required(aString),
    input: required(aDictionary),
  }),
};
