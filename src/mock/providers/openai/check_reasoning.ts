import type { JsonObject } from "../../../wire/json.ts";
import { invalid, type ProviderProblem } from "../problem.ts";
import { REASONING_MODEL } from "./known_fields.ts";

/** Models that do not reason unless they are asked to; then they take what other models take. */
const RELUCTANT_MODEL = /^gpt-5\.\d/;

/** Models of which OpenAI says that they take no temperature, and not which one. */
const BRIEF_MODEL = /^o3-mini/;

/** What a model that reasons does not take, and the one value that it passes over, which is its default. */
const UNSUPPORTED: readonly (readonly [name: string, usual: unknown])[] = [
  ["top_p", 1],
  ["presence_penalty", 0],
  ["frequency_penalty", 0],
  ["logprobs", false],
  ["logit_bias", undefined],
  ["stop", undefined],
];

/**
 * Refuses what a model that reasons does not take.
 *
 * @param body The request.
 */
export function requireReasoningFit(body: JsonObject): void {
  const { model, reasoning_effort: effort, temperature } = body;
  if (!REASONING_MODEL.test(model as string)) return;
  const isOff = effort === undefined || effort === null || effort === "none";
  if (RELUCTANT_MODEL.test(model as string) && isOff) return;
  if (isGiven(temperature) && temperature !== 1) {
    if (BRIEF_MODEL.test(model as string)) throw unsupported("temperature");
    throw invalid(
      `Unsupported value: 'temperature' does not support ${temperature} with this model. Only the default (1) value is supported.`,
      "temperature",
      { code: "unsupported_value" },
    );
  }
  const other = UNSUPPORTED.find(([name, usual]) => isGiven(body[name]) && body[name] !== usual);
  if (other === undefined) return;
  throw unsupported(other[0]);
}

function unsupported(name: string): ProviderProblem {
  return invalid(`Unsupported parameter: '${name}' is not supported with this model.`, name, {
    code: "unsupported_parameter",
  });
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}
