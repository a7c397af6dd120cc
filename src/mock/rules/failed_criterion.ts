import type { ModelRequest } from "../request/model_request.ts";
import type { CallFacts, Criteria, TextCriterion } from "./criteria.ts";

/**
 * Tells which criterion of a rule does not hold for a call.
 *
 * @param criteria The rule.
 * @param request The request.
 * @param facts What else is known about the call.
 * @returns The criterion's name, or `undefined` if all hold.
 */
export function failedCriterion(
  criteria: Criteria,
  request: ModelRequest,
  facts: CallFacts,
): keyof Criteria | undefined {
  const { model, surface, instructions, prompt, tool, toolResult, turn, json, headers } = criteria;
  if (model !== undefined && !isModel(request.model, model)) return "model";
  if (surface !== undefined && !listOf(surface).includes(facts.surface)) return "surface";
  if (turn !== undefined && facts.turn !== turn) return "turn";
  if (json !== undefined && !isForm(facts.form, json)) return "json";
  if (tool !== undefined && !facts.tools.includes(tool)) return "tool";
  if (prompt !== undefined && !holds(facts.prompt, prompt)) return "prompt";
  if (instructions !== undefined && !holdAll(facts.instructions, instructions)) {
    return "instructions";
  }
  if (toolResult !== undefined && !hasToolResult(facts, toolResult)) return "toolResult";
  if (headers !== undefined && !haveHeaders(facts.headers, headers)) return "headers";
  if (criteria.test !== undefined && !criteria.test(request, facts)) return "test";
  return undefined;
}

/** A regular expression with `g` or `y` remembers where it was; each test begins anew. */
function holds(text: string, criterion: TextCriterion): boolean {
  if (typeof criterion === "string") return text.includes(criterion);
  criterion.lastIndex = 0;
  const found = criterion.test(text);
  criterion.lastIndex = 0;
  return found;
}

function holdAll(text: string, criteria: NonNullable<Criteria["instructions"]>): boolean {
  return listOf<TextCriterion>(criteria).every((criterion) => holds(text, criterion));
}

function isModel(model: string, wanted: string | RegExp): boolean {
  return typeof wanted === "string" ? model === wanted : holds(model, wanted);
}

function isForm(form: CallFacts["form"], wanted: boolean | "schema"): boolean {
  return wanted === "schema" ? form === "schema" : (form !== "text") === wanted;
}

function hasToolResult(
  { toolResults }: CallFacts,
  wanted: NonNullable<Criteria["toolResult"]>,
): boolean {
  if (typeof wanted === "boolean") return (toolResults.length > 0) === wanted;
  const { callId, text } = wanted;
  return toolResults.some((result) =>
    (callId === undefined || result.callId === callId) &&
    (text === undefined || holds(result.text, text))
  );
}

function haveHeaders(headers: Headers, wanted: NonNullable<Criteria["headers"]>): boolean {
  return Object.entries(wanted).every(([name, criterion]) => {
    const value = headers.get(name);
    return value !== null && holds(value, criterion);
  });
}

function listOf<T>(value: T | readonly T[]): readonly T[] {
  return Array.isArray(value) ? value : [value as T];
}
