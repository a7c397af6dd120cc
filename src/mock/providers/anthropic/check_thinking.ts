import { arrayOf, isObject } from "../../../wire/json.ts";
import type { JsonObject } from "../../../wire/json.ts";
import { invalid } from "../problem.ts";
import { anInteger, anObject, aString, oneOf, optional, required, tagged } from "./field_check.ts";
import type { FieldCheck, Fields } from "./field_check.ts";
import { turnsOf } from "./turns_of_messages.ts";

const MIN_BUDGET = 1024;
const MIN_TOP_P = 0.95;

/**
 * Makes the check of what `thinking` may be.
 *
 * @param isTrial Whether it may have what only trials have.
 */
export function aThinkingConfig(isTrial: boolean): FieldCheck {
  const shown: Fields = isTrial
    ? {
      block_binding: optional(anObject({
        prefix_mismatch_behavior: optional(oneOf("error", "drop_block")),
      })),
      display: optional(oneOf("summarized", "omitted", "updates")),
    }
    : { display: optional(oneOf("summarized", "omitted")) };
  const type = required(aString);
  return tagged({
    enabled: anObject({ type, budget_tokens: required(anInteger(MIN_BUDGET)), ...shown }),
    disabled: anObject({ type }),
    adaptive: anObject({ type, ...shown }),
    between_tools: anObject({ type }),
  });
}

/**
 * Requires that the rest of a request fits the thinking it asks for.
 *
 * @param body The request, its members checked.
 * @param given What else is known of it: whether the model goes on with what it said and nothing was added, and
 * whether the budget may be more than `max_tokens`, as it may where thinking goes on between calls of tools.
 */
export function requireThinkingFits(
  body: JsonObject,
  { isResumed, mayExceed }: { readonly isResumed: boolean; readonly mayExceed: boolean },
): void {
  const { thinking, max_tokens: most } = body;
  if (!isObject(thinking)) return;
  const isEnabled = thinking.type === "enabled";
  const budget = thinking.budget_tokens;
  if (isEnabled && !mayExceed && typeof most === "number" && most <= (budget as number)) {
    throw invalid("`max_tokens` must be greater than `thinking.budget_tokens`.");
  }
  if (!isEnabled && thinking.type !== "adaptive") return;
  requireSampling(body, isEnabled ? "when thinking is enabled" : "in adaptive mode");
  const choice = isObject(body.tool_choice) ? body.tool_choice.type : "auto";
  if (isEnabled && (choice === "any" || choice === "tool")) {
    throw invalid("Thinking may not be enabled when tool_choice forces tool use.");
  }
  if (isEnabled && !isResumed) requireThoughtFirst(body.messages as readonly JsonObject[]);
}

function requireSampling({ temperature, top_k: k, top_p: p }: JsonObject, when: string): void {
  if (typeof temperature === "number" && temperature !== 1) {
    throw invalid(`\`temperature\` may only be set to 1 ${when}.`);
  }
  if (typeof k === "number") throw invalid(`\`top_k\` must be unset ${when}.`);
  if (typeof p !== "number" || p >= MIN_TOP_P) return;
  throw invalid(`\`top_p\` must be greater than or equal to ${MIN_TOP_P} or unset ${when}.`);
}

/** A call that is being answered, and what the model is to go on with, must come with the thought that led to it. */
function requireThoughtFirst(messages: readonly JsonObject[]): void {
  const { role, content } = messages.at(-1)!;
  const isAnswer = role === "user" &&
    arrayOf(content).some((block) => isObject(block) && block.type === "tool_result");
  if (!isAnswer && role !== "assistant") return;
  const turn = turnsOf(messages).findLast(({ isUser }) => !isUser);
  const [first] = turn?.blocks ?? [];
  if (first === undefined) return;
  const { block: { type = "text" }, message, place } = first;
  if (type === "thinking" || type === "redacted_thinking") return;
  throw invalid(
    `messages.${message}.content.${place}.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${type}\`. When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block (preceeding the lastmost set of \`tool_use\` and \`tool_result\` blocks). We recommend you include thinking blocks from previous turns. To avoid this requirement, disable \`thinking\`.`,
  );
}
