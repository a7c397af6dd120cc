import type { CallFacts, TextCriterion } from "../criteria.ts";
import type { Lookup } from "../lookup.ts";
import type { Rule } from "../rule.ts";

/** What rules are filed by, and looked up by. */
export type Key = string | number | boolean;

/** Something in rules that they can be filed by. */
export interface Filing {
  /** Whether a rule's key must stand within a key of the call, which is a text; else it must be one of them. */
  readonly isWithin: boolean;
  /** Lists of keys: of each list every call that the rule fits has one. None where nothing is certain. */
  readonly wanted: (rule: Rule) => readonly (readonly Key[])[];
  /** The keys of a call. */
  readonly given: (lookup: Lookup) => readonly Key[];
}

/** All that rules can be filed by; texts come last, as it takes longest to look for them. */
export const FILINGS: readonly Filing[] = [
  among(
    (rule) => resultOf(rule).callId,
    ({ facts }) => facts.toolResults.map(({ callId }) => callId),
  ),
  among(({ tool }) => tool, ({ facts }) => facts.tools),
  among(({ model }) => typeof model === "string" ? model : undefined, givenModel),
  among(({ turn }) => turn, ({ facts }) => [facts.turn]),
  among(({ state }) => state, ({ state }) => [state.state]),
  among(({ series }) => series && placeInSeries(series), placesInSeries),
  among(({ surface }) => surface, ({ facts }) => [facts.surface]),
  among(formsOf, ({ facts }) => [facts.form]),
  among(hasResult, ({ facts }) => [facts.toolResults.length > 0]),
  within(({ prompt }) => prompt, ({ facts }) => [facts.prompt]),
  within((rule) => resultOf(rule).text, ({ facts }) => facts.toolResults.map(({ text }) => text)),
  within(({ headers = {} }) => Object.values(headers), ({ facts }) => valuesOf(facts)),
  within(({ instructions }) => instructions, ({ facts }) => [facts.instructions]),
];

/** How much of a text is filed: recorded prompts are long, and each letter costs as much as a short rule. */
const FILED_CHARS = 64;

/** What a call must have itself; of several, one. */
function among(
  wanted: (rule: Rule) => Key | readonly Key[] | undefined,
  given: Filing["given"],
): Filing {
  return {
    isWithin: false,
    wanted: (rule) => {
      const keys = wanted(rule);
      if (keys === undefined) return [];
      return [Array.isArray(keys) ? keys : [keys]];
    },
    given,
  };
}

/** Texts that must stand in a text of the call, all of them. */
function within(
  wanted: (rule: Rule) => TextCriterion | readonly TextCriterion[] | undefined,
  given: (lookup: Lookup) => readonly string[],
): Filing {
  return {
    isWithin: true,
    wanted(rule) {
      const texts = wanted(rule);
      if (texts === undefined) return [];
      return typeof texts === "string" ? endsOf(texts) : [texts].flat().flatMap(endsOf);
    },
    given: (lookup) => given(lookup).map(withoutBreaks),
  };
}

/** A text that holds the whole holds its beginning and its end; recorded prompts often begin alike. */
function endsOf(criterion: TextCriterion): readonly (readonly string[])[] {
  if (typeof criterion !== "string") return [];
  const text = withoutBreaks(criterion);
  if (text.length > FILED_CHARS) return [[text.slice(0, FILED_CHARS)], [text.slice(-FILED_CHARS)]];
  return [[text]];
}

/** Whether there is a line feed between two parts of a text, its criterion looks at both. */
function withoutBreaks(text: string): string {
  return text.replaceAll("\n", "");
}

/** The forms for which a rule's `json` holds. */
function formsOf({ json }: Rule): readonly CallFacts["form"][] | undefined {
  if (json === true) return ["json", "schema"];
  if (json === false) return ["text"];
  return json && [json];
}

function resultOf({ toolResult }: Rule): Exclude<Rule["toolResult"], boolean | undefined> {
  return typeof toolResult === "object" ? toolResult : {};
}

function hasResult({ toolResult }: Rule): boolean | undefined {
  return typeof toolResult === "boolean" ? toolResult : undefined;
}

function givenModel({ request }: Lookup): readonly string[] {
  return [request.model];
}

/** A test knows nothing of a series that has not begun, so the first of each is not filed by it. */
function placeInSeries({ name, at }: NonNullable<Rule["series"]>): string | undefined {
  return at === 0 ? undefined : `${at} ${name}`;
}

function placesInSeries({ state }: Lookup): readonly string[] {
  return [...state.series].map(([name, at]) => `${at} ${name}`);
}

/** Several headers of one name are one text, as rules see them. */
function valuesOf({ headers }: CallFacts): readonly string[] {
  return [...new Set(headers.keys())].map((name) => headers.get(name) ?? "");
}
