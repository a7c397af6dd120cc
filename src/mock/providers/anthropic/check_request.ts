import { arrayOf, isObject } from "../../../wire/json.ts";
import type { JsonObject } from "../../../wire/json.ts";
import type { HttpCall } from "../../http/http_call.ts";
import type { ReadContext } from "../read_context.ts";
import { aCacheControl } from "./block_check.ts";
import { requireCacheFits } from "./cache_marks.ts";
import { someTextBlocks } from "./check_blocks.ts";
import { someMessages } from "./check_messages.ts";
import { requireServerPairs } from "./check_server_pairs.ts";
import { requireSourcesFit } from "./check_sources.ts";
import { aThinkingConfig, requireThinkingFits } from "./check_thinking.ts";
import { requireToolPairs } from "./check_tool_pairs.ts";
import { aToolChoice, requireToolsFit, someTools } from "./check_tools.ts";
import {
  aBoolean,
  aList,
  anInteger,
  anObject,
  aNumber,
  anything,
  aString,
  checkFields,
  oneOf,
  optional,
  refused,
  required,
  someString,
} from "./field_check.ts";
import type { Field, FieldCheck, Fields } from "./field_check.ts";
import { requireModelAllows } from "./model_rules.ts";
import { anOutputConfig, anOutputFormat } from "./output_config.ts";
import { requireOwnPlaces } from "./own_places.ts";
import { blocksOfMessages } from "./placed_blocks.ts";
import { aThread, isContinuing, requireThread, wholeRequest } from "./thread.ts";
import { toolsOf } from "./tool_changes.ts";
import { NEWEST_VERSION, requireVersion, usesBetas } from "./versions.ts";

const stopTexts: FieldCheck = (value, path) => {
  aList(aString)(value, path);
  if ((value as readonly string[]).every((text) => text.trim() !== "")) return;
  throw refused(path, "each stop sequence must contain non-whitespace");
};

const aContainer: FieldCheck = (value, path, mode) => {
  if (!isObject(value)) return aString(value, path);
  SKILLED(value, path, mode);
};

const SKILLED: FieldCheck = anObject({
  id: optional(aString),
  skills: optional(aList(anObject({
    type: required(oneOf("anthropic", "custom")),
    skill_id: required(aString),
    version: optional(aString),
  }))),
});

/** What a request to count tokens may have too. */
const COUNTED: Fields = {
  model: required(someString()),
  messages: required(someMessages(false)),
  cache_control: optional(aCacheControl),
  output_config: optional(anOutputConfig(false)),
  speed: optional(oneOf("standard", "fast")),
  system: optional(someTextBlocks),
  thinking: optional(aThinkingConfig(false)),
  tool_choice: optional(aToolChoice),
  tools: optional(someTools(false)),
};

const FIELDS: Fields = {
  ...COUNTED,
  // None at all only fills the cache.
  max_tokens: required(anInteger(0)),
  container: optional(aContainer),
  diagnostics: optional(anObject({ previous_message_id: optional(aString) })),
  inference_geo: optional(aString),
  metadata: optional(anObject({ user_id: optional(aString) })),
  service_tier: optional(oneOf("auto", "standard_only")),
  stop_sequences: optional(stopTexts),
  stream: optional(aBoolean),
};

/** What only the versions before 2026-10-21 have. */
const SAMPLING: Fields = {
  temperature: optional(aNumber(0, 1)),
  top_k: optional(anInteger(0)),
  top_p: optional(aNumber(0, 1)),
};

/** What only trials have, also where tokens are counted. */
const BETA_COUNTED: Fields = {
  ...asTheyAre("billing_policy", "compaction", "context_management", "mcp_servers"),
  messages: required(someMessages(true)),
  output_config: optional(anOutputConfig(true)),
  output_format: optional(anOutputFormat),
  thinking: optional(aThinkingConfig(true)),
  tools: optional(someTools(true)),
};

/** What only trials have. */
const BETA_FIELDS: Fields = {
  ...BETA_COUNTED,
  ...asTheyAre("fallback_credit_token", "fallbacks"),
  thread: optional(aThread),
};

function asTheyAre(...names: readonly string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, optional(anything)]));
}

/** What a request brings that goes on with a thread. */
const MORE_MESSAGES: Field = required(someMessages(true, 0));

/** The members of a request of each kind; made once. */
const KNOWN: Readonly<Record<"new" | "old" | "counted", readonly [plain: Fields, trial: Fields]>> =
  {
    new: [FIELDS, { ...FIELDS, ...BETA_FIELDS }],
    old: [{ ...FIELDS, ...SAMPLING }, { ...FIELDS, ...SAMPLING, ...BETA_FIELDS }],
    counted: [COUNTED, { ...COUNTED, ...BETA_COUNTED }],
  };

/**
 * Refuses a request that Anthropic refuses, in Anthropic's words.
 *
 * @param call The request.
 * @param body Its body.
 * @param isCounted Whether only its tokens are to be counted.
 * @param context What it is read with.
 * @returns The request with all that its thread held before.
 * @throws {ProviderProblem} If Anthropic would refuse it.
 */
export function checkRequest(
  call: HttpCall,
  body: JsonObject,
  isCounted: boolean,
  { unknownMembers, turns }: ReadContext,
): JsonObject {
  const isNew = requireVersion(call) === NEWEST_VERSION;
  const [plain, trial] = KNOWN[isCounted ? "counted" : isNew ? "new" : "old"];
  const fields = usesBetas(call) ? trial : plain;
  const own = isContinuing(body) ? { ...fields, messages: MORE_MESSAGES } : fields;
  checkFields(body, "", own, unknownMembers);
  requireThread(body, turns);
  requireCacheFits(body);
  const whole = wholeRequest(body, turns);
  if (isNew) requireOwnPlaces(whole.messages as readonly JsonObject[]);
  const isResumed = isContinuing(body) && arrayOf(body.messages).length === 0;
  if (!isCounted) requireModelAllows(whole, isResumed);
  requireParts(whole);
  const betas = call.headers.get("anthropic-beta") ?? "";
  requireThinkingFits(whole, { isResumed, mayExceed: betas.includes("interleaved-thinking") });
  return whole;
}

/** Requires that the parts of a request fit one another. */
function requireParts(body: JsonObject): void {
  const messages = body.messages as readonly JsonObject[];
  requireToolPairs(messages);
  requireServerPairs(messages);
  requireSourcesFit(blocksOfMessages(messages));
  requireToolsFit(body.tool_choice, toolsOf(body));
}
