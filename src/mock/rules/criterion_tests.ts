import type { ModelMessage, ModelRequest } from "../request/model_request.ts";
import { misshapen } from "../options/shape.ts";
import { type ConversationFacts, conversationFacts } from "./call_facts.ts";
import type { CallFacts, Criteria, TextCriterion } from "./criteria.ts";

/** Tells whether one criterion holds for a call. */
export type CriterionTest = (request: ModelRequest, facts: CallFacts) => boolean;

/** A criterion of a rule, ready to be tested. */
export interface NamedTest {
  /** Which one. */
  readonly name: keyof Criteria;
  /** Its test. */
  readonly holds: CriterionTest;
}

type Maker<Name extends keyof Criteria> = (
  wanted: NonNullable<Criteria[Name]>,
  owner: string,
) => CriterionTest;

/** How each criterion is tested; the cheap ones first. */
const MAKERS: { readonly [Name in keyof Criteria]-?: Maker<Name> } = {
  model: (wanted) =>
    typeof wanted === "string"
      ? ({ model }) => model === wanted
      : ({ model }) => holds(model, wanted),
  surface: (wanted) => (_, facts) => listOf(wanted).includes(facts.surface),
  turn: (wanted) => (_, facts) => facts.turn === wanted,
  json: (wanted) => (_, { form }) =>
    wanted === "schema" ? form === "schema" : (form !== "text") === wanted,
  tool: (wanted) => (_, { tools }) => tools.includes(wanted),
  prompt: (wanted) => anyJoint(({ prompt }) => holds(prompt, wanted)),
  instructions: (wanted) => {
    const all = listOf<TextCriterion>(wanted);
    return anyJoint(({ instructions }) => all.every((criterion) => holds(instructions, criterion)));
  },
  toolResult: (wanted) => anyJoint((facts) => hasToolResult(facts, wanted)),
  headers: (wanted) => {
    const all = Object.entries(wanted);
    return (_, { headers }) =>
      all.every(([name, criterion]) => {
        const value = headers.get(name);
        return value !== null && holds(value, criterion);
      });
  },
  test: (wanted, owner) => (request, facts) => {
    const given: unknown = wanted(request, facts);
    if (typeof given !== "boolean") throw noAnswer(given, `${owner}.test()`);
    return given;
  },
};

/**
 * Makes the tests of a rule's criteria.
 *
 * @param criteria The rule.
 * @param owner What reports call it.
 */
export function criterionTests(criteria: Criteria, owner: string): readonly NamedTest[] {
  const names = Object.keys(MAKERS) as (keyof Criteria)[];
  return names.filter((name) => criteria[name] !== undefined).map((name) => ({
    name,
    holds: (MAKERS[name] as Maker<keyof Criteria>)(criteria[name]!, owner),
  }));
}

/** A promise would count as true, whatever comes of it. */
function noAnswer(given: unknown, path: string): TypeError {
  if (!(given instanceof Promise)) return misshapen(path, "true or false", given);
  given.catch(() => {});
  return new TypeError(
    `Cannot use '${path}' as it must be true or false at once, and not a promise`,
  );
}

/**
 * A client may cut a text in parts, and nobody says what stands between them: it is looked at with line feeds there, and
 * then with nothing.
 */
function anyJoint(test: (facts: ConversationFacts) => boolean): CriterionTest {
  return ({ messages }, facts) => {
    if (test(facts)) return true;
    const joined = withoutJoint(messages);
    return joined !== undefined && test(joined);
  };
}

/** What conversations are with nothing between their parts; most have none, and many criteria ask. */
const JOINED: WeakMap<readonly ModelMessage[], ConversationFacts | "without parts"> = new WeakMap();

/** To look at so few messages again takes less than to remember what they were. */
const FEW_MESSAGES = 16;

function withoutJoint(messages: readonly ModelMessage[]): ConversationFacts | undefined {
  if (messages.length <= FEW_MESSAGES && !messages.some(hasParts)) return undefined;
  let joined = JOINED.get(messages);
  if (joined === undefined) {
    joined = messages.some(hasParts) ? conversationFacts(messages, "") : "without parts";
    JOINED.set(messages, joined);
  }
  return joined === "without parts" ? undefined : joined;
}

function hasParts({ content }: ModelMessage): boolean {
  return Array.isArray(content) && content.length > 1;
}

/** A regular expression with `g` or `y` remembers where it was; each test begins anew. */
function holds(text: string, criterion: TextCriterion): boolean {
  if (typeof criterion === "string") return text.includes(criterion);
  if (!criterion.global && !criterion.sticky) return criterion.test(text);
  return new RegExp(criterion.source, criterion.flags.replace(/[gy]/g, "")).test(text);
}

function hasToolResult(
  { toolResults }: ConversationFacts,
  wanted: NonNullable<Criteria["toolResult"]>,
): boolean {
  if (typeof wanted === "boolean") return (toolResults.length > 0) === wanted;
  const { callId, text } = wanted;
  return toolResults.some((result) =>
    (callId === undefined || result.callId === callId) &&
    (text === undefined || holds(result.text, text))
  );
}

function listOf<T>(value: T | readonly T[]): readonly T[] {
  return Array.isArray(value) ? value : [value as T];
}
