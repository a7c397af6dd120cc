import type { JsonObject } from "../../../wire/json.ts";
import { invalid } from "../problem.ts";
import { REASONING_MODEL } from "./known_fields.ts";

/** Models that do not reason unless they are asked to; then they take what other models take. */
const RELUCTANT_MODEL = /^gpt-5\.\d/;

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
    throw invalid(
      `Unsupported value: 'temperature' does not support ${temperature} with this model. Only the default (1) value is supported.`,
      "temperature",
      { code: "unsupported_value" },
    );
  }
  const other = UNSUPPORTED.find(([name, usual]) => isGiven(body[name]) && body[name] !== usual);
  if (other === undefined) return;
  const [name] = other;
  throw invalid(`Unsupported parameter: '${name}' is not supported with this model.`, name, {
    code: "unsupported_parameter",
  });
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}
