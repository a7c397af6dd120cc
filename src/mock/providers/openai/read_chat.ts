import { arrayOf, isObject, stringOf } from "../../../wire/json.ts";
import type { JsonObject } from "../../../wire/json.ts";
import { adoptRequest } from "../../request/snapshot_request.ts";
import type { Ask, TextForm } from "../../request/ask.ts";
import { invalid } from "../problem.ts";

/**
 * Reads a request of chat completions, and refuses what OpenAI refuses.
 *
 * @param body The request's body.
 * @throws {ProviderProblem} If OpenAI would refuse it.
 */
export function readChat(body: JsonObject): Ask {
  requireModel(body);
  requireMessages(body);
  const request = adoptRequest({ ...body });
  return {
    surface: "openai-chat",
    request,
    body,
    framing: request.stream ? "sse" : undefined,
    count: countIn(body, "n", 1) ?? 1,
    maxTokens: countIn(body, "max_completion_tokens", 1) ?? countIn(body, "max_tokens", 1),
    stop: stopOf(body.stop),
    form: formOf(body.response_format),
  };
}

function requireModel({ model }: JsonObject): void {
  if (typeof model === "string" && model !== "") return;
  throw invalid("you must provide a model parameter", "model");
}

function requireMessages({ messages }: JsonObject): void {
  if (messages === undefined) {
    throw invalid("Missing required parameter: 'messages'.", "messages", {
      code: "missing_required_parameter",
    });
  }
  if (!Array.isArray(messages) || messages.length === 0) {
    throw invalid(
      "Invalid 'messages': expected an array with at least one message.",
      "messages",
      { code: "empty_array" },
    );
  }
  for (const [index, message] of messages.entries()) {
    if (isObject(message) && stringOf(message.role) !== "") continue;
    throw invalid(
      `Missing required parameter: 'messages[${index}].role'.`,
      `messages[${index}].role`,
      {
        code: "missing_required_parameter",
      },
    );
  }
}

/**
 * Gives a whole number of a request, or `undefined` if it has none.
 *
 * @throws {ProviderProblem} If it is no whole number, or too small.
 */
export function countIn(body: JsonObject, name: string, least: number): number | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value === "number" && Number.isInteger(value) && value >= least) return value;
  throw invalid(
    `Invalid '${name}': expected an integer of at least ${least}, but got ${
      JSON.stringify(value)
    } instead.`,
    name,
    { code: "invalid_value" },
  );
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
  return isObject(wrapper.schema) ? { type: "schema", schema: wrapper.schema } : { type: "json" };
}
