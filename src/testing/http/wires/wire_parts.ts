import type { JsonBody } from "../../../adapter/requests/http_request.ts";
import { textAt } from "../shape.ts";
import type { Shape } from "../shape.ts";
import type { AnswerCall } from "./server_wire.ts";

/** How OpenAI says that a request failed. */
export const OPENAI_ERROR: Shape = {
  "error.message": "word",
  "error.type": "word",
  "error.param": "text or null",
  "error.code": "text or null",
};

/** A body without some of its members. */
export function without(body: JsonBody, ...names: readonly string[]): JsonBody {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
}

/** Reads tool calls in the form that OpenAI and Cohere share. */
export function callsOf(calls: readonly unknown[]): readonly AnswerCall[] {
  return calls.map((call) => ({
    id: textAt(call, "id"),
    name: textAt(call, "function.name"),
    arguments: textAt(call, "function.arguments"),
  }));
}
