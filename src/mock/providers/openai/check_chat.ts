import { arrayOf } from "../../../wire/json.ts";
import type { JsonObject } from "../../../wire/json.ts";
import type { UnknownMembers } from "../unknown_members.ts";
import { invalid } from "../problem.ts";
import { requireConversation, someMessages } from "./check_chat_messages.ts";
import { requireReasoningFit } from "./check_reasoning.ts";
import { aResponseFormat, requireJsonWord } from "./check_response_format.ts";
import {
  aModeration,
  anAudio,
  aPrediction,
  promptCacheOptions,
  webSearchOptions,
} from "./check_options.ts";
import {
  aFunctionCall,
  aToolChoice,
  requireToolsFit,
  someFunctions,
  someTools,
} from "./check_tools.ts";
import {
  aBoolean,
  aDecimal,
  aLogitBias,
  aMetadata,
  anArray,
  anInteger,
  anything,
  aString,
  checkFields,
  oneOfWords,
  requireStream,
  stopTexts,
  streamOptions,
} from "./field_check.ts";
import type { FieldCheck } from "./field_check.ts";
import { REASONING_MODEL, requireKnownFields, requireModel } from "./known_fields.ts";
import { requireChatModel } from "./model_kind.ts";
import { missing } from "./refusals.ts";

/** What each member must be, in the order in which OpenAI tells of faults as far as that is known. */
const FIELDS: Readonly<Record<string, FieldCheck>> = {
  model: anything,
  messages: someMessages,
  functions: someFunctions,
  tools: someTools,
  parallel_tool_calls: aBoolean,
  max_completion_tokens: anInteger(1),
  max_tokens: anInteger(1),
  n: anInteger(1, 128),
  seed: anInteger(-Infinity),
  service_tier: oneOfWords("auto", "default", "fast", "flex", "scale", "priority"),
  stop: stopTexts,
  stream: aBoolean,
  stream_options: streamOptions,
  store: aBoolean,
  metadata: aMetadata,
  prediction: aPrediction,
  temperature: aDecimal(0, 2),
  tool_choice: aToolChoice,
  top_logprobs: anInteger(0, 20),
  top_p: aDecimal(0, 1),
  user: aString(),
  logit_bias: aLogitBias,
  frequency_penalty: aDecimal(-2, 2),
  presence_penalty: aDecimal(-2, 2),
  function_call: aFunctionCall,
  logprobs: aBoolean,
  response_format: aResponseFormat,
  reasoning_effort: oneOfWords("none", "minimal", "low", "medium", "high", "xhigh", "max"),
  verbosity: oneOfWords("low", "medium", "high"),
  audio: anAudio,
  modalities: anArray(oneOfWords("text", "audio"), { of: "modalities" }),
  moderation: aModeration,
  prompt_cache_key: aString(),
  prompt_cache_options: promptCacheOptions,
  prompt_cache_retention: oneOfWords("in_memory", "24h"),
  safety_identifier: aString(128),
  web_search_options: webSearchOptions,
};

/** The members that OpenAI's own types do not let be `null`. */
const SOLID: readonly string[] = [
  "messages",
  "functions",
  "tools",
  "parallel_tool_calls",
  "tool_choice",
  "user",
  "response_format",
  "prompt_cache_options",
  "web_search_options",
];

/**
 * Refuses a request of chat completions that OpenAI refuses, in OpenAI's words.
 *
 * @param body The request.
 * @param mode What happens to members that OpenAI does not have.
 * @throws {ProviderProblem} If OpenAI would refuse it.
 */
export function checkChat(body: JsonObject, mode: UnknownMembers): void {
  requireModel(body);
  if (body.messages === undefined) throw missing("messages");
  requireKnownFields(body, FIELDS, mode);
  checkFields(body, FIELDS, SOLID, mode);
  requireSupported(body);
  requireReasoningFit(body);
  requireStream(body);
  requireToolsFit(body);
  requireLogprobs(body);
  requireAudio(body);
  requireJsonWord(body);
  requireChatModel(body.model as string);
  requireConversation(body.messages as readonly JsonObject[]);
}

function requireSupported(body: JsonObject): void {
  const { model, max_tokens: most, max_completion_tokens: mostInAll } = body;
  if (most === undefined || most === null) return;
  if (REASONING_MODEL.test(model as string)) {
    throw invalid(
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      "max_tokens",
      { code: "unsupported_parameter" },
    );
  }
  if (mostInAll === undefined || mostInAll === null) return;
  throw invalid(
    "Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported.",
    "max_tokens",
    { code: "invalid_parameter_combination" },
  );
}

/** An answer that sounds needs a voice. */
function requireAudio({ modalities, audio }: JsonObject): void {
  if (arrayOf(modalities).includes("audio") && (audio ?? null) === null) throw missing("audio");
}

function requireLogprobs({ logprobs, top_logprobs: top }: JsonObject): void {
  if (top === undefined || top === null || logprobs === true) return;
  throw invalid(
    "The 'top_logprobs' parameter is only allowed when 'logprobs' is enabled.",
    "top_logprobs",
  );
}
