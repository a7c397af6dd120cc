import type { JsonObject } from "../../../wire/json.ts";
import { anthropicCounts } from "../../../wire/anthropic_messages/usage.ts";
import type { AnswerUsage } from "../../result/answer.ts";

/**
 * The tokens as Anthropic tells them in a message.
 *
 * @param usage The tokens.
 */
export function usageObject(usage: AnswerUsage): JsonObject {
  const { output_tokens: output, ...read } = anthropicCounts(usage);
  return {
    ...read,
    cache_creation: {
      ephemeral_5m_input_tokens: usage.cacheWrite,
      ephemeral_1h_input_tokens: 0,
    },
    output_tokens: output,
    ...thinkingTokens(usage),
    service_tier: "standard",
    inference_geo: "global",
  };
}

/**
 * What a stream tells of them before the answer: a token or so is written by then.
 *
 * @param usage The tokens of the whole answer.
 */
export function firstUsage(usage: AnswerUsage): JsonObject {
  return usageObject({ ...usage, output: Math.min(usage.output, 1), reasoning: 0 });
}

/**
 * What a stream tells of them after the answer: all, not only what was added.
 *
 * @param usage The tokens.
 */
export function lastUsage(usage: AnswerUsage): JsonObject {
  return { ...anthropicCounts(usage), ...thinkingTokens(usage) };
}

function thinkingTokens({ reasoning }: AnswerUsage): JsonObject {
  return reasoning === 0 ? {} : { output_tokens_details: { thinking_tokens: reasoning } };
}
