import { isObject, stringOf } from "../../../../wire/json.ts";
import type { JsonObject } from "../../../../wire/json.ts";
import { adoptRequest } from "../../../request/snapshot_request.ts";
import type { Ask } from "../../../request/ask.ts";
import { textOfContent } from "../../../request/text_of_content.ts";
import { invalid } from "../../problem.ts";
import type { ReadContext } from "../../read_context.ts";
import { checkItems } from "./check_items.ts";
import { checkCreated } from "./check_members.ts";
import { checkTools } from "./check_tools.ts";
import { conversationOf } from "./conversation.ts";
import { neutralRequest, textForm } from "./neutral_request.ts";

/**
 * Reads a request of a response, and refuses what OpenAI refuses.
 *
 * @param body The request's body.
 * @param context What it is read with.
 * @throws {ProviderProblem} If OpenAI would refuse it.
 */
export function readResponses(body: JsonObject, context: ReadContext): Ask {
  checkCreated(body, context.unknownMembers);
  checkStored(body);
  requireInput(body);
  const items = readItems(body, context);
  const neutral = neutralRequest(body, items);
  const form = textForm(body.text);
  if (form.type === "json") requireWordJson(neutral.messages);
  const request = adoptRequest(neutral);
  return {
    surface: "openai-responses",
    request,
    body,
    framing: request.stream ? "sse" : undefined,
    inBackground: body.background === true,
    count: 1,
    maxTokens: typeof body.max_output_tokens === "number" ? body.max_output_tokens : undefined,
    stop: [],
    form,
  };
}

/**
 * Reads the conversation of a request and checks its tools.
 *
 * @throws {ProviderProblem} If OpenAI would refuse it.
 */
export function readItems(
  body: JsonObject,
  { turns, unknownMembers }: ReadContext,
): readonly JsonObject[] {
  if (body.input !== undefined && body.input !== null) checkItems(body.input, unknownMembers);
  checkTools(body, unknownMembers);
  return conversationOf(body, turns);
}

/** The mock has no prompts and no conversations; OpenAI says so of those it does not have. */
function checkStored(
  { prompt, conversation, previous_response_id: previous, background, store }: JsonObject,
): void {
  if (isObject(prompt)) throw unknownThing("Prompt", stringOf(prompt.id), "prompt");
  const id = isObject(conversation) ? stringOf(conversation.id) : stringOf(conversation);
  if (id !== "" && stringOf(previous) !== "") {
    throw invalid(
      "Mutually exclusive parameters: 'previous_response_id' and 'conversation'. Ensure you are only " +
        "providing one of: 'previous_response_id' or 'conversation'.",
      undefined,
      { code: "mutually_exclusive_parameters" },
    );
  }
  if (id !== "") throw unknownThing("Conversation", id, "conversation");
  if (background === true && store === false) {
    throw invalid("Background mode requires 'store' to be true.", "background");
  }
}

function unknownThing(what: string, id: string, param: string): Error {
  return invalid(`${what} with id '${id}' not found.`, param, { status: 404 });
}

function requireInput({ input, previous_response_id: previous }: JsonObject): void {
  const isEmpty = input === undefined || input === null ||
    (Array.isArray(input) && input.length === 0);
  if (!isEmpty || stringOf(previous) !== "") return;
  throw invalid(
    "One of \"input\" or \"previous_response_id\" or 'prompt' or 'conversation' must be provided.",
    "input",
    { code: "missing_required_parameter" },
  );
}

function requireWordJson(messages: readonly { readonly content?: unknown }[]): void {
  if (messages.some(({ content }) => /json/i.test(textOfContent(content)))) return;
  throw invalid(
    "Response input messages must contain the word 'json' in some form to use 'text.format' of type " +
      "'json_object'.",
    "input",
  );
}
