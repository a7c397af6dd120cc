import { arrayOf, isObject } from "../../../wire/json.ts";
import type { JsonObject } from "../../../wire/json.ts";
import type { UnknownMembers } from "../unknown_members.ts";
import { requireConversation, someMessages } from "./check_messages.ts";
import {
  aBoolean,
  aDictionary,
  aList,
  anInteger,
  anObject,
  aNumber,
  anything,
  aString,
  checkFields,
  oneOf,
  refused,
  someString,
} from "./field_check.ts";
import type { FieldCheck, Fields } from "./field_check.ts";

const MAX_STOPS = 5;

const aTool: FieldCheck = anObject({
  type: oneOf("function"),
  function: anObject({ name: someString, description: aString, parameters: aDictionary }, [
    "name",
    "parameters",
  ]),
}, ["type", "function"]);

const aDocument: FieldCheck = (value, path, mode) => {
  if (typeof value === "string") return;
  anObject({ id: aString, data: anything }, ["data"])(value, path, mode);
};

const FIELDS: Fields = {
  model: someString,
  messages: someMessages,
  stream: aBoolean,
  tools: aList(aTool),
  strict_tools: aBoolean,
  tool_choice: oneOf("REQUIRED", "NONE"),
  documents: aList(aDocument),
  citation_options: anObject({ mode: oneOf("ENABLED", "DISABLED", "FAST", "ACCURATE", "OFF") }),
  response_format: anObject({
    type: oneOf("text", "json_object"),
    json_schema: aDictionary,
    schema: aDictionary,
  }, ["type"]),
  safety_mode: oneOf("CONTEXTUAL", "STRICT", "OFF"),
  max_tokens: anInteger(1),
  stop_sequences: aList(aString, MAX_STOPS),
  temperature: aNumber(0, 1),
  seed: anInteger(0),
  frequency_penalty: aNumber(0, 1),
  presence_penalty: aNumber(0, 1),
  k: anInteger(0, 500),
  p: aNumber(0, 1),
  logprobs: aBoolean,
  thinking: anObject({ type: oneOf("enabled", "disabled"), token_budget: anInteger(1) }, ["type"]),
  priority: anInteger(0, 999),
  raw_prompting: aBoolean,
};

/**
 * Refuses a request of chat that Cohere refuses. Where Cohere's words are not known they are the mock's own.
 *
 * @param body The request.
 * @param mode What happens to members that Cohere does not have.
 * @throws {ProviderProblem} If Cohere would refuse it.
 */
export function checkChat(body: JsonObject, mode: UnknownMembers): void {
  checkFields(body, "", FIELDS, ["model", "messages"], mode);
  const hasTools = arrayOf(body.tools).length > 0;
  if (body.tool_choice === "REQUIRED" && !hasTools) {
    throw refused("tool_choice requires at least one tool", "tool_choice");
  }
  const { response_format: format } = body;
  const wantsJson = isObject(format) && format.type === "json_object";
  if (wantsJson && (hasTools || arrayOf(body.documents).length > 0)) {
    throw refused("response_format is not supported with tools or documents", "response_format");
  }
  requireConversation(body.messages as readonly JsonObject[]);
}
