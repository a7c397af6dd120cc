import type { JsonObject } from "../../../wire/json.ts";
import { aCacheControl } from "./block_check.ts";
import {
  aBoolean,
  aDictionary,
  aList,
  anInteger,
  anObject,
  anything,
  aPositive,
  aString,
  checkFields,
  oneOf,
  optional,
  refused,
  required,
} from "./field_check.ts";
import type { FieldCheck, Fields } from "./field_check.ts";

/** Who may call a tool. */
export const someCallers: FieldCheck = aList(
  oneOf(
    "direct",
    "code_execution_20250825",
    "code_execution_20260120",
    "code_execution_20260521",
  ),
);

const CACHED: Fields = { type: required(aString), cache_control: optional(aCacheControl) };

/** What Anthropic runs itself has these members, whatever it does. */
const SERVER: Fields = {
  ...CACHED,
  allowed_callers: optional(someCallers),
  defer_loading: optional(aBoolean),
  strict: optional(aBoolean),
};

/** What the client runs, and Anthropic has trained its models on. */
const CLIENT: Fields = { ...SERVER, input_examples: optional(aList(aDictionary)) };

const SEARCH: Fields = {
  ...SERVER,
  allowed_domains: optional(aList(aString)),
  blocked_domains: optional(aList(aString)),
  max_uses: optional(aPositive),
};

const WEB_SEARCH: Fields = {
  ...SEARCH,
  user_location: optional(anObject({
    type: required(oneOf("approximate")),
    city: optional(aString),
    country: optional(aString),
    region: optional(aString),
    timezone: optional(aString),
  })),
};

const WEB_FETCH: Fields = {
  ...SEARCH,
  citations: optional(anObject({ enabled: optional(aBoolean) })),
  max_content_tokens: optional(aPositive),
  url_sources: optional(aDictionary),
};

const FROM_CACHE: Fields = { use_cache: optional(aBoolean) };
const INCLUSION: Fields = { response_inclusion: optional(oneOf("full", "excluded")) };
const TOOLSET: Fields = { ...CACHED, configs: optional(aDictionary) };

const SCREEN: Fields = {
  ...CLIENT,
  display_height_px: required(anInteger(1)),
  display_width_px: required(anInteger(1)),
  display_number: optional(anInteger(0)),
};

/** Anthropic's own tools, by their types. */
export const OWN_TOOLS: Readonly<Record<string, FieldCheck>> = {
  bash_20250124: named("bash", CLIENT),
  browser_toolset_20260801: anOwnTool(TOOLSET),
  code_execution_20250522: named("code_execution", SERVER),
  code_execution_20250825: named("code_execution", SERVER),
  code_execution_20260120: named("code_execution", SERVER),
  code_execution_20260521: named("code_execution", SERVER),
  computer_toolset_20260801: anOwnTool(TOOLSET),
  memory_20250818: named("memory", CLIENT),
  text_editor_20250124: named("str_replace_editor", CLIENT),
  text_editor_20250429: named("str_replace_based_edit_tool", CLIENT),
  text_editor_20250728: named("str_replace_based_edit_tool", {
    ...CLIENT,
    max_characters: optional(anInteger(1)),
  }),
  tool_search_tool_bm25: named("tool_search_tool_bm25", SERVER),
  tool_search_tool_bm25_20251119: named("tool_search_tool_bm25", SERVER),
  tool_search_tool_regex: named("tool_search_tool_regex", SERVER),
  tool_search_tool_regex_20251119: named("tool_search_tool_regex", SERVER),
  web_fetch_20250910: named("web_fetch", WEB_FETCH),
  web_fetch_20260209: named("web_fetch", WEB_FETCH),
  web_fetch_20260309: named("web_fetch", { ...WEB_FETCH, ...FROM_CACHE }),
  web_fetch_20260318: named("web_fetch", { ...WEB_FETCH, ...FROM_CACHE, ...INCLUSION }),
  web_search_20250305: named("web_search", WEB_SEARCH),
  web_search_20260209: named("web_search", WEB_SEARCH),
  web_search_20260318: named("web_search", { ...WEB_SEARCH, ...INCLUSION }),
};

/** Those of trials too. */
export const TRIAL_TOOLS: Readonly<Record<string, FieldCheck>> = {
  ...OWN_TOOLS,
  advisor_20260301: named("advisor", {
    ...SERVER,
    caching: optional(aCacheControl),
    max_tokens: optional(anything),
    max_uses: optional(aPositive),
    model: required(aString),
  }),
  bash_20241022: named("bash", CLIENT),
  computer_20241022: named("computer", SCREEN),
  computer_20250124: named("computer", SCREEN),
  computer_20251124: named("computer", { ...SCREEN, enable_zoom: optional(aBoolean) }),
  mcp_toolset: anOwnTool({
    ...CACHED,
    mcp_server_name: required(aString),
    configs: optional(aDictionary),
    default_config: optional(aDictionary),
    tools: optional(aList(aDictionary)),
  }),
  text_editor_20241022: named("str_replace_editor", CLIENT),
};

function named(name: string, fields: Fields): FieldCheck {
  return anOwnTool({ ...fields, name: required(oneOf(name)) });
}

function anOwnTool(fields: Fields): FieldCheck {
  return (tool, path, mode) => {
    checkFields(tool as JsonObject, path, fields, mode);
    const { allowed_domains: allowed, blocked_domains: blocked } = tool as JsonObject;
    if (!Array.isArray(allowed) || !Array.isArray(blocked)) return;
    throw refused(path, "only one of `allowed_domains` and `blocked_domains` may be specified");
  };
}
