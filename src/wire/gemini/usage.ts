import type { Usage } from "../../turn/usage.ts";
import { disjointUsage, isZeroUsage, tokensRead, ZERO_USAGE } from "../../turn/usage.ts";
import { countOf, isObject } from "../json.ts";
import type { JsonObject } from "../json.ts";

/** What Gemini counts; the sum of the first four is its `totalTokenCount`. */
const COUNTS = [
  "promptTokenCount",
  "toolUsePromptTokenCount",
  "candidatesTokenCount",
  "thoughtsTokenCount",
  "cachedContentTokenCount",
  "totalTokenCount",
];

/**
 * Maps Gemini's usage onto four disjoint counts. `promptTokenCount` includes the cached tokens; what
 * server-side tools read and what the model thought stand beside the prompt and the candidates.
 */
export function geminiUsage(usage: unknown): Usage {
  if (!isObject(usage)) return ZERO_USAGE;
  return disjointUsage({
    read: countOf(usage.promptTokenCount) + countOf(usage.toolUsePromptTokenCount),
    output: countOf(usage.candidatesTokenCount) + countOf(usage.thoughtsTokenCount),
    cacheRead: countOf(usage.cachedContentTokenCount),
  });
}

/**
 * Finds the usage of a chunk. Vertex AI sends one without any count on every chunk but the last;
 * such a one must not erase the counts of an earlier chunk.
 */
export function usageOfChunk(chunk: JsonObject): JsonObject | undefined {
  const usage = chunk.usageMetadata;
  if (!isObject(usage)) return undefined;
  return COUNTS.some((name) => typeof usage[name] === "number") ? usage : undefined;
}

/** Writes the usage as Gemini does; nothing if there is none. */
export function encodeUsage(usage: Usage): { usageMetadata?: object } {
  if (isZeroUsage(usage)) return {};
  const prompt = tokensRead(usage);
  return {
    usageMetadata: {
      promptTokenCount: prompt,
      candidatesTokenCount: usage.output,
      totalTokenCount: prompt + usage.output,
      ...(usage.cacheRead === 0 ? {} : { cachedContentTokenCount: usage.cacheRead }),
      promptTokensDetails: [{ modality: "TEXT", tokenCount: prompt }],
    },
  };
}
