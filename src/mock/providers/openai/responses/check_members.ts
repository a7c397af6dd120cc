import { isObject } from "../../../../wire/json.ts";
import type { JsonObject } from "../../../../wire/json.ts";
import { invalid } from "../../problem.ts";
import type { UnknownMembers } from "../../unknown_members.ts";
import { aModeration, promptCacheOptions } from "../check_options.ts";
import { aToolName } from "../check_tools.ts";
import {
  aBoolean,
  aDecimal,
  aMetadata,
  anInteger,
  anObject,
  anything,
  aString,
  oneOfWords,
  requireStream,
} from "../field_check.ts";
import type { FieldCheck } from "../field_check.ts";
import { missing, wrongType, wrongWord } from "../refusals.ts";
import { strictFault } from "../strict_schema.ts";
import { filledText, listOf, members } from "../object_check.ts";

const reasoning = members({
  context: oneOfWords("auto", "current_turn", "all_turns"),
  effort: oneOfWords("none", "minimal", "low", "medium", "high", "xhigh", "max"),
  generate_summary: oneOfWords("auto", "concise", "detailed"),
  mode: aString(),
  summary: oneOfWords("auto", "concise", "detailed"),
});

const schemaFormat = members({
  type: aString(),
  name: aToolName,
  schema: anObject,
  description: aString(),
  strict: aBoolean,
}, ["name", "schema"]);

const textConfig = members({ format, verbosity: oneOfWords("low", "medium", "high") });

const INCLUDABLE = [
  "file_search_call.results",
  "web_search_call.results",
  "web_search_call.action.sources",
  "message.input_image.image_url",
  "computer_call_output.output.image_url",
  "code_interpreter_call.outputs",
  "reasoning.encrypted_content",
  "message.output_text.logprobs",
] as const;

/** What a request that counts tokens may have. */
const COUNTED: Readonly<Record<string, FieldCheck>> = {
  conversation: anything,
  input: anything,
  instructions: aString(),
  model: filledText(512),
  parallel_tool_calls: aBoolean,
  personality: aString(),
  previous_response_id: aString(),
  reasoning,
  text: textConfig,
  tool_choice: anything,
  tools: anything,
  truncation: oneOfWords("auto", "disabled"),
};

const { personality: _, ...SHARED } = COUNTED;

/** What a request of a response may have. */
const CREATED: Readonly<Record<string, FieldCheck>> = {
  ...SHARED,
  access_programs: anObject,
  background: aBoolean,
  background_options: anObject,
  context_management: listOf(anObject),
  image: anObject,
  include: listOf(oneOfWords(...INCLUDABLE)),
  max_output_tokens: anInteger(16),
  max_tool_calls: anInteger(1),
  metadata: aMetadata,
  moderation: aModeration,
  prompt: members({ id: aString(), variables: anObject, version: aString() }, ["id"]),
  prompt_cache_key: aString(64),
  prompt_cache_options: promptCacheOptions,
  prompt_cache_retention: oneOfWords("in_memory", "in-memory", "24h"),
  safety_identifier: aString(128),
  service_tier: oneOfWords("auto", "default", "flex", "scale", "priority", "fast", "ultrafast"),
  store: aBoolean,
  stream: aBoolean,
  stream_options: members({ include_obfuscation: aBoolean }),
  temperature: aDecimal(0, 2),
  top_logprobs: anInteger(0, 20),
  top_p: aDecimal(0, 1),
  user: aString(),
};

/** Where the names of chat completions went; OpenAI tells whoever still uses them. */
const MOVED: Readonly<Record<string, string>> = {
  messages: "input",
  max_tokens: "max_output_tokens",
  max_completion_tokens: "max_output_tokens",
  response_format: "text.format",
  reasoning_effort: "reasoning.effort",
  verbosity: "text.verbosity",
};

const created = members(CREATED);
const counted = members(COUNTED);

/**
 * Checks all members of a request of a response, each on its own.
 *
 * @param body The request.
 * @param mode What happens to members that OpenAI does not have.
 * @throws {ProviderProblem} If OpenAI would refuse it.
 */
export function checkCreated(body: JsonObject, mode: UnknownMembers): void {
  for (const [name, place] of Object.entries(MOVED)) {
    if (body[name] === undefined || mode === "accept") continue;
    throw invalid(
      `Unsupported parameter: '${name}'. In the Responses API, this parameter has moved to '${place}'. ` +
        "Try again with the new parameter.",
      name,
      { code: "unsupported_parameter" },
    );
  }
  created(body, "", mode);
  requireStream(body);
  if (typeof body.model !== "string") throw missing("model");
}

/**
 * Checks all members of a request that counts tokens, each on its own.
 *
 * @param body The request.
 * @param mode What happens to members that OpenAI does not have.
 * @throws {ProviderProblem} If OpenAI would refuse it.
 */
export function checkCounted(body: JsonObject, mode: UnknownMembers): void {
  counted(body, "", mode);
}

function format(value: unknown, path: string, mode?: UnknownMembers): void {
  if (!isObject(value)) throw wrongType(path, "an object", value);
  switch (value.type) {
    case "text":
    case "json_object":
      return members({ type: aString() })(value, path, mode);
    case "json_schema":
      schemaFormat(value, path, mode);
      return checkSchema(value, path);
    case undefined:
      throw missing(`${path}.type`);
    default:
      throw wrongWord(`${path}.type`, String(value.type), ["json_object", "json_schema", "text"]);
  }
}

function checkSchema({ strict, schema, name }: JsonObject, path: string): void {
  const fault = strict === true && isObject(schema) ? strictFault(schema) : undefined;
  if (fault === undefined) return;
  throw invalid(`Invalid schema for response_format '${name}': ${fault}`, `${path}.schema`, {
    code: "invalid_json_schema",
  });
}
