import { checkDelivery } from "../delivery/check_delivery.ts";
import { someCapturedFrames } from "../recording/captured_frames_shape.ts";
import { headersWith } from "../http/header_shape.ts";
import { aModelResult } from "../result/result_shape.ts";
import { aResponseDescription } from "../http/response_shape.ts";
import {
  aBoolean,
  aFiniteNumber,
  aFunction,
  aJsonValue,
  aTextCriterion,
  aWhole,
  either,
  listOf,
  membersIn,
  oneOf,
  type Shape,
  someText,
} from "../options/shape.ts";
import { contradictionIn, otherThanTurns } from "./answer_kind.ts";
import type { Injection } from "./injection.ts";
import type { Reply } from "./reply.ts";
import type { Rule } from "./rule.ts";

/** An endpoint. */
export const aSurface: Shape = oneOf(
  "openai-chat",
  "openai-completions",
  "openai-responses",
  "anthropic-messages",
  "gemini",
  "ollama",
  "ollama-generate",
  "cohere",
  "embeddings",
);

const CRITERIA: Readonly<Record<string, Shape>> = {
  model: either((value) => typeof value === "string", someText, aTextCriterion),
  surface: either(Array.isArray, listOf(aSurface, 1), aSurface),
  instructions: either(Array.isArray, listOf(aTextCriterion), aTextCriterion),
  prompt: aTextCriterion,
  tool: someText,
  toolResult: either(
    (value) => typeof value === "object",
    membersIn({ callId: someText, text: aTextCriterion }),
    aBoolean,
  ),
  turn: aWhole(0),
  json: oneOf(true, false, "schema"),
  headers: headersWith(aTextCriterion),
  test: aFunction,
};

const ANSWERS: Readonly<Record<string, Shape>> = {
  result: aModelResult,
  generator: aFunction,
  response: aResponseDescription,
  embedding: listOf(aFiniteNumber, 1),
  frames: someCapturedFrames,
};

const REPLY: Readonly<Record<string, Shape>> = {
  ...ANSWERS,
  body: aJsonValue,
  delivery: checkDelivery,
};

const aReply: Shape = (value, path) => {
  membersIn(REPLY)(value, path);
  requireOneAnswer(value as object, path, Object.keys(ANSWERS));
  requireBeside(value as Readonly<Record<string, unknown>>, path);
  requireTurn(value as Reply, path);
};

const MEMBERS = membersIn({
  ...CRITERIA,
  ...REPLY,
  name: someText,
  sequence: listOf(aReply, 1),
  then: oneOf("repeat-last", "throw", "fall-through", "cycle"),
  times: aWhole(1),
  state: someText,
  nextState: someText,
  series: membersIn({ name: someText, at: aWhole(0) }, ["name", "at"]),
  nearTurn: either(
    (value) => typeof value === "function",
    aFunction,
    aWhole(Number.MIN_SAFE_INTEGER),
  ),
  optional: aBoolean,
});

/**
 * A {@linkcode Rule}.
 *
 * @throws {TypeError} If it is none; the message says where.
 * @throws {RangeError} If a number in it is out of range.
 */
export const aRule: Shape = (value, path) => {
  MEMBERS(value, path);
  const rule = value as Readonly<Record<string, unknown>>;
  requireOneAnswer(rule, path, [...Object.keys(ANSWERS), "sequence"]);
  requireBeside(rule, path);
  requireTurn(rule, path);
  requirePossible(rule, path);
  if (rule.then === undefined || rule.sequence !== undefined) return;
  throw new TypeError(`Cannot use '${path}.then' as there is no 'sequence' that it could follow`);
};

/**
 * An {@linkcode Injection}.
 *
 * @throws {TypeError} If it is none; the message says where.
 * @throws {RangeError} If a number in it is out of range.
 */
export const anInjection: Shape = (value, path) => {
  const { response, delivery } = { response: aResponseDescription, delivery: checkDelivery };
  membersIn({ ...CRITERIA, response, delivery, times: aWhole(1) })(value, path);
  requireOneAnswer(value as object, path, ["response", "delivery"]);
  const { surface, delivery: given } = value as Injection;
  if (given === undefined || surface === undefined) return;
  if ([surface].flat().some((name) => name !== "embeddings")) return;
  throw new TypeError(
    `Cannot use '${path}.delivery' as it is for turns, and no call of its 'surface' gets one`,
  );
};

/** Nothing else is delivered frame by frame. */
function requireTurn(rule: Rule, path: string): void {
  const { delivery } = rule;
  const kind = otherThanTurns(rule);
  if (delivery === undefined || kind === undefined) return;
  const hint = kind === "responses" ? ", whose 'delayMs' says how long they take" : "";
  throw new TypeError(
    `Cannot use '${path}.delivery' as it is for turns, and the rule answers with ${kind}${hint}`,
  );
}

/** What is never answered would be ignored in silence. */
function requirePossible(rule: Rule, path: string): void {
  const contradiction = contradictionIn(rule);
  if (contradiction === undefined) return;
  throw new TypeError(`Cannot use '${path}${contradiction.place}' as ${contradiction.reason}`);
}

/** The body of any other answer that is not streamed is the answer itself. */
function requireBeside(
  { body, frames }: Readonly<Record<string, unknown>>,
  path: string,
): void {
  if (body === undefined || frames !== undefined) return;
  throw new TypeError(
    `Cannot use '${path}.body' as there are no 'frames' that it could stand beside: ` +
      "a body alone is said by 'response'",
  );
}

function requireOneAnswer(value: object, path: string, names: readonly string[]): void {
  const given = names.filter((name) => (value as Record<string, unknown>)[name] !== undefined);
  if (given.length === 1) return;
  const found = given.length === 0
    ? "none of them"
    : given.map((name) => `'${name}'`).join(" and ");
  throw new TypeError(
    `Cannot use '${path}' as it must have exactly one of ${names.join(", ")}, and it has ${found}`,
  );
}
