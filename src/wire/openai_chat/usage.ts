import type { Usage } from "../../turn/usage.ts";
import { ZERO_USAGE } from "../../turn/usage.ts";
import { countOf, isObject } from "../json.ts";
import type { JsonObject } from "../json.ts";

/**
 * Maps OpenAI's usage onto four disjoint counts: `prompt_tokens` includes the cached ones.
 * DeepSeek names those `prompt_cache_hit_tokens`; OpenRouter adds `cache_write_tokens`.
 */
export function openAiUsage(usage: unknown): Usage {
  if (!isObject(usage)) return ZERO_USAGE;
  const details = isObject(usage.prompt_tokens_details) ? usage.prompt_tokens_details : {};
  const cacheRead = countOf(details.cached_tokens ?? usage.prompt_cache_hit_tokens);
  const cacheWrite = countOf(details.cache_write_tokens);
  return {
    input: countOf(usage.prompt_tokens) - cacheRead - cacheWrite,
    output: countOf(usage.completion_tokens),
    cacheRead,
    cacheWrite,
  };
}

/** Finds the usage of a chunk: on the chunk itself or, from Groq, under `x_groq`. */
export function usageOfChunk(chunk: JsonObject): JsonObject | undefined {
  if (isObject(chunk.usage)) return chunk.usage;
  const groq = chunk.x_groq;
  return isObject(groq) && isObject(groq.usage) ? groq.usage : undefined;
}
