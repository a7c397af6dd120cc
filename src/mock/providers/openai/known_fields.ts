import type { JsonObject } from "../../../wire/json.ts";
import { invalid } from "../problem.ts";
import type { UnknownMembers } from "../unknown_members.ts";
import { unknownParam } from "./refusals.ts";

/** The models that reason before they answer: they read requests by a newer, stricter schema. */
export const REASONING_MODEL: RegExp = /^(?:o\d|gpt-5(?!.*chat))/;

/**
 * Refuses members of a request that the endpoint does not have, in the words that OpenAI has for the model.
 *
 * @param body The request.
 * @param known The members there are.
 * @param mode What happens to others.
 */
export function requireKnownFields(
  body: JsonObject,
  known: Readonly<Record<string, unknown>>,
  mode: UnknownMembers,
): void {
  if (mode === "accept") return;
  const unknown = Object.keys(body).filter((name) => !Object.hasOwn(known, name));
  const [first] = unknown;
  if (first === undefined) return;
  if (typeof body.model === "string" && REASONING_MODEL.test(body.model)) {
    throw unknownParam(first);
  }
  const [verb, names] = unknown.length === 1
    ? ["argument", first]
    : ["arguments", unknown.sort().join(", ")];
  throw invalid(`Unrecognized request ${verb} supplied: ${names}`);
}

/**
 * Refuses a request without a model.
 *
 * @param body The request.
 */
export function requireModel(body: JsonObject): void {
  if (typeof body.model === "string" && body.model !== "") return;
  throw invalid("you must provide a model parameter");
}
