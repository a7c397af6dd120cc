import type { Usage } from "../../turn/usage.ts";
import { disjointUsage, ZERO_USAGE } from "../../turn/usage.ts";
import { countOf, isObject } from "../json.ts";
import type { JsonObject } from "../json.ts";

/**
 * Maps OpenAI's usage onto four disjoint counts: `prompt_tokens` includes the cached ones and those
 * written to the cache. DeepSeek names the former `prompt_cache_hit_tokens`, Mistral
 * `num_cached_tokens`.
 */
export function openAiUsage(usage: unknown): Usage {
  if (!isObject(usage)) return ZERO_USAGE;
  const details = isObject(usage.prompt_tokens_details) ? usage.prompt_tokens_details : {};
  const cacheRead = countOf(
    details.cached_tokens ?? usage.prompt_cache_hit_tokens ?? usage.num_cached_tokens,
  );
  return disjointUsage({
    read: countOf(usage.prompt_tokens),
    output: countOf(usage.completion_tokens),
    cacheRead,
    cacheWrite: countOf(details.cache_write_tokens),
  });
}

/**
 * Finds the usage of a chunk: on the chunk itself or, from Groq, under `x_groq`. An object without
 * the two counts is none: LiteLLM sends `{}` on every chunk, and Groq its cache's figures alone.
 */
export function usageOfChunk(chunk: JsonObject): JsonObject | undefined {
  const { usage, x_groq: groq } = chunk;
  if (hasCounts(usage)) return usage;
  return isObject(groq) && hasCounts(groq.usage) ? groq.usage : undefined;
}

function hasCounts(usage: unknown): usage is JsonObject {
  return isObject(usage) &&
    (typeof usage.prompt_tokens === "number" || typeof usage.completion_tokens === "number");
}
