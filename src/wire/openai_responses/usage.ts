import type { Usage } from "../../turn/usage.ts";
import { disjointUsage, tokensRead, ZERO_USAGE } from "../../turn/usage.ts";
import { countOf, isObject } from "../json.ts";

/**
 * Maps the usage of a response onto four disjoint counts: `input_tokens` includes those read from the
 * cache and those written to it.
 */
export function responsesUsage(usage: unknown): Usage {
  if (!isObject(usage)) return ZERO_USAGE;
  const details = isObject(usage.input_tokens_details) ? usage.input_tokens_details : {};
  return disjointUsage({
    read: countOf(usage.input_tokens),
    output: countOf(usage.output_tokens),
    cacheRead: countOf(details.cached_tokens),
    cacheWrite: countOf(details.cache_write_tokens),
  });
}

/** Writes the counts by the wire's names. */
export function encodeResponsesUsage(usage: Usage): object {
  const input = tokensRead(usage);
  return {
    input_tokens: input,
    input_tokens_details: {
      cache_write_tokens: usage.cacheWrite,
      cached_tokens: usage.cacheRead,
    },
    output_tokens: usage.output,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: input + usage.output,
  };
}
