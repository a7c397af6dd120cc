import type { Usage } from "../../turn/usage.ts";
import { disjointUsage, tokensRead, ZERO_USAGE } from "../../turn/usage.ts";
import { countOf, isObject } from "../json.ts";

/**
 * Maps Cohere's usage onto four disjoint counts. `tokens` is what was processed and includes the
 * cached ones; `billed_units` leaves out what Cohere adds to a prompt, and stands in only where
 * `tokens` is missing. The cached tokens are no part of it, so none are told then.
 */
export function cohereUsage(usage: unknown): Usage {
  if (!isObject(usage)) return ZERO_USAGE;
  if (isObject(usage.tokens)) {
    return disjointUsage({
      read: countOf(usage.tokens.input_tokens),
      output: countOf(usage.tokens.output_tokens),
      cacheRead: countOf(usage.cached_tokens),
    });
  }
  const billed = isObject(usage.billed_units) ? usage.billed_units : {};
  return {
    input: countOf(billed.input_tokens),
    output: countOf(billed.output_tokens),
    cacheRead: 0,
    cacheWrite: 0,
  };
}

/** Writes the usage as Cohere does. */
export function encodeUsage(usage: Usage): object {
  const tokens = {
    input_tokens: tokensRead(usage),
    output_tokens: usage.output,
  };
  return {
    billed_units: tokens,
    tokens,
    ...(usage.cacheRead === 0 ? {} : { cached_tokens: usage.cacheRead }),
  };
}
