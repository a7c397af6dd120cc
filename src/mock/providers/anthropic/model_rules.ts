import { arrayOf, isObject } from "../../../wire/json.ts";
import type { JsonObject } from "../../../wire/json.ts";
import { invalid } from "../problem.ts";
import { isServerResult } from "./check_server_pairs.ts";

/** `claude-opus-4-7`, `claude-sonnet-5`, `claude-3-5-sonnet-20241022`: a date is no part of the number. */
const MODEL_REGEXP = /^claude-(?:[a-z]+-)?(\d+)(?:-(\d{1,2}))?(?=-|$)/;

/** What a parameter of sampling is by default; another value, or any, is one that newer models refuse. */
const SAMPLING: Readonly<Record<string, number | undefined>> = {
  temperature: 1,
  top_p: 1,
  top_k: undefined,
};

/**
 * Refuses what the model of a request does not do, where its name tells which one it is.
 *
 * @param body The request, its members checked.
 * @param isResumed Whether the model goes on with what it said, and nothing was added.
 * @throws {ProviderProblem} If Anthropic would refuse it for this model.
 */
export function requireModelAllows(body: JsonObject, isResumed: boolean): void {
  const number = numberOf(body.model as string);
  if (number === undefined) return;
  const { thinking, messages } = body;
  const type = isObject(thinking) ? thinking.type : undefined;
  if (number < 4.06 && type === "adaptive") {
    throw invalid("adaptive thinking is not supported on this model");
  }
  if (number >= 4.07 && type === "enabled") {
    throw invalid(
      '"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.',
    );
  }
  if (number >= 4.07) requireDefaultSampling(body);
  const { role, content } = (messages as readonly JsonObject[]).at(-1)!;
  if (number < 4.06 || role !== "assistant" || isResumed || isPaused(content)) return;
  throw invalid(
    "This model does not support assistant message prefill. The conversation must end with a user message.",
  );
}

/** Tools that Anthropic runs may make it pause: what it said so far is then sent back as it is. */
function isPaused(content: unknown): boolean {
  return arrayOf(content).some((block) =>
    isObject(block) && (block.type === "server_tool_use" || isServerResult(block))
  );
}

function requireDefaultSampling(body: JsonObject): void {
  for (const name in SAMPLING) {
    const value = body[name];
    if (value === undefined || value === null || value === SAMPLING[name]) continue;
    throw invalid(`\`${name}\` is deprecated for this model.`, name);
  }
}

/** The number of a model, as 4.07 for 4.7, so that numbers compare; `undefined` if its name has none. */
function numberOf(model: string): number | undefined {
  const match = MODEL_REGEXP.exec(model);
  if (match === null) return undefined;
  const [, major, minor = "0"] = match;
  return Number(`${major}.${minor.padStart(2, "0")}`);
}
