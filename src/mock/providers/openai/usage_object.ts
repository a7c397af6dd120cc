import type { JsonObject } from "../../../wire/json.ts";
import type { AnswerUsage } from "../../result/answer.ts";

/** The tokens as OpenAI tells them: those read from or put into a cache are part of the prompt's. */
export function usageObject(usage: AnswerUsage): JsonObject {
  const { input, output, cacheRead, cacheWrite, reasoning } = usage;
  const prompt = input + cacheRead + cacheWrite;
  return {
    prompt_tokens: prompt,
    completion_tokens: output,
    total_tokens: prompt + output,
    prompt_tokens_details: {
      cached_tokens: cacheRead,
      audio_tokens: 0,
      ...(cacheWrite === 0 ? {} : { cache_write_tokens: cacheWrite }),
    },
    completion_tokens_details: {
      reasoning_tokens: reasoning,
      audio_tokens: 0,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  };
}
