import { isObject, stringOf } from "../../../../wire/json.ts";
import type { JsonObject } from "../../../../wire/json.ts";
import { invalid } from "../../problem.ts";
import { count } from "./check_conversation.ts";
import { turnsOf } from "./turns.ts";

const MODEL_REGEXP = /gemini-(?:[3-9]|[1-9]\d)/;

/**
 * Tells whether a model signs its calls, gives them ids and requires the signatures back: those from
 * Gemini 3 on.
 *
 * @param model The model's name.
 */
export function signsCalls(model: string): boolean {
  return MODEL_REGEXP.test(model);
}

/**
 * Refuses a conversation whose current turn has calls without the signature that came with them. Only the
 * first call of several in one go has one.
 *
 * @param contents What was said.
 * @param model The model.
 * @throws {ProviderProblem} If Gemini would refuse it.
 */
export function checkSignatures(contents: readonly JsonObject[], model: string): void {
  if (!signsCalls(model)) return;
  const start = contents.findLastIndex((content) =>
    content.role !== "model" && count(content, "functionResponse") === 0
  );
  for (const { isModel, at, parts } of turnsOf(contents)) {
    if (at <= start || !isModel) continue;
    const first = parts.find(({ functionCall }) => isObject(functionCall));
    if (first === undefined || stringOf(first.thoughtSignature) !== "") continue;
    const { name } = first.functionCall as JsonObject;
    throw invalid(
      "Function call is missing a thought_signature in functionCall parts. This is required for tools to work " +
        "correctly, and missing thought_signature may lead to degraded model performance. Additional data, " +
        `function call \`default_api:${name}\` , position ${at + 1}. Please refer to ` +
        "https://ai.google.dev/gemini-api/docs/thought-signatures for more details.",
    );
  }
}
