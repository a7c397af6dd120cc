import { arrayOf, isObject } from "../../../wire/json.ts";
import type { JsonObject } from "../../../wire/json.ts";
import type { ModelRequest } from "../../request/model_request.ts";
import { adoptRequest } from "../../request/snapshot_request.ts";
import type { Ask, TextForm } from "../../request/ask.ts";
import type { UnknownMembers } from "../unknown_members.ts";
import { checkChat } from "./check_chat.ts";
import { anInteger } from "./field_check.ts";
import { pathText } from "../path_text.ts";

/**
 * Reads a request of chat completions, and refuses what OpenAI refuses.
 *
 * @param sent The request's body.
 * @param deployment The model by the request's path, as Azure has it; stands in for one the body lacks.
 * @param mode What happens to members that OpenAI does not have.
 * @throws {ProviderProblem} If OpenAI would refuse it.
 */
export function readChat(
  sent: JsonObject,
  deployment?: string,
  mode: UnknownMembers = "refuse",
): Ask {
  const body = withModel(sent, deployment);
  checkChat(body, mode);
  return { ...chatAsk(adoptRequest(body)), body: sent };
}

/**
 * Gives a body the model that its path names, if it names none itself.
 *
 * @param body The body.
 * @param deployment The model by the path.
 */
export function withModel(body: JsonObject, deployment: string | undefined): JsonObject {
  return deployment === undefined || body.model ? body : { ...body, model: pathText(deployment) };
}

/**
 * Tells what a request in the neutral form asks for, whoever checked it.
 *
 * @param request The request.
 * @throws {ProviderProblem} If a number in it is none.
 */
export function chatAsk(request: ModelRequest): Ask {
  return {
    surface: "openai-chat",
    request,
    body: request,
    framing: request.stream ? "sse" : undefined,
    count: countIn(request, "n", 1) ?? 1,
    maxTokens: countIn(request, "max_completion_tokens", 1) ?? countIn(request, "max_tokens", 1),
    stop: stopOf(request.stop),
    form: formOf(request.response_format),
  };
}

/**
 * Gives a whole number of a request, or `undefined` if it has none.
 *
 * @throws {ProviderProblem} If it is no whole number, or too small.
 */
export function countIn(body: JsonObject, name: string, least: number): number | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  anInteger(least)(value, name);
  return value as number;
}

/** Gives the stop texts of a request: one, or a list. */
export function stopOf(stop: unknown): readonly string[] {
  return typeof stop === "string"
    ? [stop]
    : arrayOf(stop).filter((text) => typeof text === "string");
}

function formOf(format: unknown): TextForm {
  if (!isObject(format)) return { type: "text" };
  if (format.type === "json_object") return { type: "json" };
  if (format.type !== "json_schema") return { type: "text" };
  const wrapper = isObject(format.json_schema) ? format.json_schema : {};
  const { schema, strict } = wrapper;
  return isObject(schema) ? { type: "schema", schema, strict: strict === true } : { type: "json" };
}
