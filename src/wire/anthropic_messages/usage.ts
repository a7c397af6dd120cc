import type { Usage } from "../../turn/usage.ts";
import { isObject } from "../json.ts";

/**
 * Maps Anthropic's usage onto four disjoint counts: `input_tokens` has no cached tokens in it.
 *
 * The counts are cumulative and come in parts: `message_start` tells the input, `message_delta` the
 * output and sometimes the rest again. So a count that is told replaces the one before, and one that
 * is missing or null leaves it.
 *
 * @param before The counts so far.
 * @param told What the next event tells.
 */
export function mergeAnthropicUsage(before: Usage, told: unknown): Usage {
  if (!isObject(told)) return before;
  const count = (value: unknown, fallback: number) => typeof value === "number" ? value : fallback;
  return {
    input: count(told.input_tokens, before.input),
    output: count(told.output_tokens, before.output),
    cacheRead: count(told.cache_read_input_tokens, before.cacheRead),
    cacheWrite: count(told.cache_creation_input_tokens, before.cacheWrite),
  };
}

/** Writes the counts by Anthropic's names. */
export function anthropicCounts(usage: Usage): Readonly<Record<string, number>> {
  return {
    input_tokens: usage.input,
    cache_creation_input_tokens: usage.cacheWrite,
    cache_read_input_tokens: usage.cacheRead,
    output_tokens: usage.output,
  };
}
