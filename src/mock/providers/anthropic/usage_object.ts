import type { JsonObject } from "../../../wire/json.ts";
import { anthropicCounts } from "../../../wire/anthropic_messages/usage.ts";
import type { Answer, AnswerUsage } from "../../result/answer.ts";
import { cacheMarks } from "./cache_marks.ts";
import { wholeRequest } from "./thread.ts";

/**
 * The tokens as Anthropic tells them in a message.
 *
 * @param answer The answer.
 * @param usage The tokens. @default {those of the whole answer}
 */
export function usageObject(answer: Answer, usage: AnswerUsage = answer.usage): JsonObject {
  const { inference_geo: geo, speed } = answer.ask.body;
  const { output_tokens: output, ...read } = anthropicCounts(usage);
  return {
    ...read,
    cache_creation: cacheCreation(usage, wholeRequest(answer.ask.body, answer.turns)),
    output_tokens: output,
    ...details(answer, usage),
    service_tier: "standard",
    inference_geo: geo ?? "global",
    speed: speed ?? "standard",
  };
}

/**
 * What a stream tells of them before the answer: a token or so is written by then.
 *
 * @param answer The answer.
 */
export function firstUsage(answer: Answer): JsonObject {
  const { usage } = answer;
  return usageObject(answer, { ...usage, output: Math.min(usage.output, 1), reasoning: 0 });
}

/**
 * What a stream tells of them after the answer: all, not only what was added.
 *
 * @param answer The answer.
 */
export function lastUsage(answer: Answer): JsonObject {
  return { ...anthropicCounts(answer.usage), ...details(answer, answer.usage) };
}

function details({ ask }: Answer, { reasoning }: AnswerUsage): JsonObject {
  return {
    output_tokens_details: reasoning === 0 ? null : { thinking_tokens: reasoning },
    server_tool_use: null,
    ...(ask.isTrial ? { iterations: null, fallback_credit: null } : {}),
  };
}

/** Where a request marks places of both kinds, what was written is taken to be of the shorter. */
function cacheCreation({ cacheWrite }: AnswerUsage, body: JsonObject): JsonObject {
  if (cacheWrite === 0) return { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 };
  const marks = cacheMarks(body);
  const isLong = marks.length > 0 && marks.every(({ ttl }) => ttl === "1h");
  return {
    ephemeral_5m_input_tokens: isLong ? 0 : cacheWrite,
    ephemeral_1h_input_tokens: isLong ? cacheWrite : 0,
  };
}
