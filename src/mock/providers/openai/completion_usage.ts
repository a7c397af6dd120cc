import type { JsonObject } from "../../../wire/json.ts";
import type { AnswerUsage } from "../../result/answer.ts";

/** The tokens as the completions of old tell them: three counts, without details. */
export function completionUsage({ input, output, cacheRead, cacheWrite }: AnswerUsage): JsonObject {
  const prompt = input + cacheRead + cacheWrite;
  return { prompt_tokens: prompt, completion_tokens: output, total_tokens: prompt + output };
}
